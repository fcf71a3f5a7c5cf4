#include "app/overview/agreement.h"

#include <gtest/gtest.h>

namespace treering::app::overview {
namespace agreement_test {

using measuring::ComparedSide;
using tuner::stats::Launches;

void add(std::uint64_t bytes, const Launches& launches, ComparedSide& side) {
  measuring::ComparedKey key;
  key.configuration.call.bytes = bytes;
  key.ranks = 8;
  side.times[key].samples = launches;
  side.times[key].averages = launches;
}

TEST(Agreement, RepeatedRowsOfALogAreRepeats) {
  ComparedSide side{.file = "a.log", .is_log = true};
  add(8, {{10, 12}}, side);
  add(64, {{20, 30}}, side);
  add(512, {{40}}, side);
  const Agreement agreement = agreement_of({side});
  ASSERT_EQ(agreement.spreads.size(), 1U);
  const Spread& spread = agreement.spreads.front();
  EXPECT_EQ(spread.repeats, Repeats::Rows);
  EXPECT_EQ(spread.configurations, 2U);
  EXPECT_DOUBLE_EQ(spread.greatest, 1.5);
  EXPECT_EQ(spread.greatest_at.call.bytes, 64U);
  EXPECT_DOUBLE_EQ(spread.typical, 1.35);  // between 1.2 and 1.5
  EXPECT_TRUE(agreement.pairs.empty());
}

TEST(Agreement, CallsOfOneLaunchAreNoRepeats) {
  ComparedSide side{.file = "a.jsonl"};
  add(8, {{10, 12, 11}}, side);
  EXPECT_TRUE(agreement_of({side}).spreads.empty());
  add(8, {{10, 12, 11}, {22, 22, 22}}, side);
  const Agreement agreement = agreement_of({side});
  ASSERT_EQ(agreement.spreads.size(), 1U);
  EXPECT_EQ(agreement.spreads.front().repeats, Repeats::Launches);
  EXPECT_DOUBLE_EQ(agreement.spreads.front().greatest, 2);
}

TEST(Agreement, FilesAreComparedWhereTheyHaveTheSame) {
  ComparedSide first{.file = "a", .is_log = true};
  add(8, {{10}}, first);
  add(64, {{20}}, first);
  ComparedSide second{.file = "b", .is_log = true};
  add(64, {{15}}, second);
  add(512, {{40}}, second);
  const Agreement agreement = agreement_of({first, second, {.file = "c", .is_log = true}});
  ASSERT_EQ(agreement.pairs.size(), 1U);
  const FilePair& pair = agreement.pairs.front();
  EXPECT_EQ(pair.second, "b");
  EXPECT_EQ(pair.common, 1U);
  EXPECT_DOUBLE_EQ(pair.farthest, 0.75);
  EXPECT_EQ(pair.undecided, 1U);  // a sample on each side
}

TEST(Agreement, ManyFilesAreComparedWithTheFirst) {
  std::vector<ComparedSide> sides;
  for (std::size_t i = 0; i <= kMostPairedFiles; ++i) {
    sides.push_back({.file = std::to_string(i), .is_log = true});
    add(8, {{10}}, sides.back());
  }
  const Agreement agreement = agreement_of(sides);
  EXPECT_FALSE(agreement.is_every_pair);
  EXPECT_EQ(agreement.pairs.size(), kMostPairedFiles);
}

}  // namespace agreement_test
}  // namespace treering::app::overview
