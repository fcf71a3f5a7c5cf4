#include "core/text/suggest.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace treering::core {
namespace suggest_test {

TEST(EditDistance, CountsEachKindOfSlip) {
  EXPECT_EQ(edit_distance("ring", "ring"), 0U);
  EXPECT_EQ(edit_distance("rin", "ring"), 1U);    // one left out
  EXPECT_EQ(edit_distance("riing", "ring"), 1U);  // one too many
  EXPECT_EQ(edit_distance("rong", "ring"), 1U);   // one wrong
  EXPECT_EQ(edit_distance("rnig", "ring"), 1U);   // two swapped
}

TEST(EditDistance, FromNothingIsTheLength) {
  EXPECT_EQ(edit_distance("", "tree"), 4U);
  EXPECT_EQ(edit_distance("tree", ""), 4U);
  EXPECT_EQ(edit_distance("", ""), 0U);
}

TEST(EditDistance, IgnoresCase) {
  EXPECT_EQ(edit_distance("NVLSTree", "nvlstree"), 0U);
}

// "ca" to "abc" takes three changes: after a swap to "ac", the b would go between letters that were
// already changed.
TEST(EditDistance, ChangesEachPlaceOnce) {
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);
}

constexpr std::array<std::string_view, 4> kKnown{"all_reduce", "reduce", "reduce_scatter",
                                                 "broadcast"};

TEST(ClosestName, FindsTheLikelyMeaning) {
  EXPECT_EQ(closest_name("allreduce", kKnown), "all_reduce");
  EXPECT_EQ(closest_name("brodcast", kKnown), "broadcast");
  EXPECT_EQ(closest_name("Reduce", kKnown), "reduce");
}

TEST(ClosestName, SaysNothingWhenNothingIsNear) {
  EXPECT_EQ(closest_name("barrier", kKnown), std::nullopt);
  EXPECT_EQ(closest_name("", kKnown), std::nullopt);
  EXPECT_EQ(closest_name("reduce", {}), std::nullopt);
  EXPECT_EQ(closest_name(std::string(100'000, 'r'), kKnown), std::nullopt);
}

// A third of six letters is two: "rXdXce" may be "reduce", "rXdXcX" may not.
TEST(ClosestName, AllowsAThirdOfTheLetters) {
  EXPECT_EQ(closest_name("rXdXce", kKnown), "reduce");
  EXPECT_EQ(closest_name("rXdXcX", kKnown), std::nullopt);
}

TEST(ClosestName, KnowsWhatOthersCallIt) {
  constexpr std::array<std::string_view, 4> kTypes{"half", "float", "double", "bfloat16"};
  EXPECT_EQ(closest_name("bf16", kTypes), "bfloat16");
  EXPECT_EQ(closest_name("FP16", kTypes), "half");
  constexpr std::array<std::string_view, 2> kNetworks{"infiniband", "roce"};
  EXPECT_EQ(closest_name("ib", kNetworks), "infiniband");
  EXPECT_EQ(closest_name("ib", kTypes), std::nullopt);
}

TEST(ClosestName, APartOfAName) {
  constexpr std::array<std::string_view, 3> kMachines{"dgx-a100", "dgx-h100", "hgx-h100-4"};
  EXPECT_EQ(closest_name("h100", kMachines), "dgx-h100");
  EXPECT_EQ(closest_name("H100", kMachines), "dgx-h100");
  EXPECT_EQ(closest_name("4", kMachines), std::nullopt);
  EXPECT_EQ(closest_name("x100", std::array<std::string_view, 1>{"dgx-1v"}), std::nullopt);
}

TEST(ClosestName, FirstOfEquallyClose) {
  constexpr std::array<std::string_view, 2> kSimilar{"ring_a", "ring_b"};
  EXPECT_EQ(closest_name("ring_c", kSimilar), "ring_a");
}

}  // namespace suggest_test
}  // namespace treering::core
