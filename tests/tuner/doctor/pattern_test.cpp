#include "tuner/doctor/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::doctor {
namespace pattern_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(Pattern, PlacesTakeWordsOfTheirKind) {
  const auto places = matched("rank {rank} and rank {rank2} both on CUDA device {bus}",
                              "Duplicate GPU : rank 1 and rank 0 both on CUDA device 3b000");
  ASSERT_TRUE(places);
  EXPECT_THAT(*places, ElementsAre(Pair("rank", "1"), Pair("rank2", "0"), Pair("bus", "3b000")));
  EXPECT_FALSE(matched("rank {rank} of", "rank a of"));
  const auto host = matched("peer {host}<", "from peer fe80::1%ib0<33397> with");
  ASSERT_TRUE(host);
  EXPECT_THAT(*host, ElementsAre(Pair("host", "fe80::1%ib0")));
}

TEST(Pattern, AStarTakesWhateverIsBetween) {
  EXPECT_TRUE(matched("nvls.cc*Cuda failure", "transport/nvls.cc:254 Cuda failure 401"));
  EXPECT_FALSE(matched("nvls.cc*Cuda failure", "Cuda failure 401 transport/nvls.cc:254"));
  EXPECT_THAT(*matched("a*b", "xab"), IsEmpty());
}

TEST(Pattern, OneOfSeveral) {
  EXPECT_TRUE(matched("this | that {n}", "and that 7"));
  EXPECT_FALSE(matched("this | that {n}", "and that"));
}

TEST(Pattern, FillsSentences) {
  EXPECT_EQ(with_places("rank {rank} has {n}",
                        [](std::string_view name) { return name == "n" ? "2" : "1"; }),
            "rank 1 has 2");
}

}  // namespace pattern_test
}  // namespace treering::tuner::doctor
