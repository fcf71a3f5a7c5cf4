#include "app/overview/agreement.h"

#include <gtest/gtest.h>

namespace treering::app::overview {
namespace agreement_test {

measuring::SeriesKey key(std::uint64_t bytes) {
  tuner::measure::Configuration one;
  one.bytes = bytes;
  return {one, 8};
}

TEST(Agreement, RepeatedRowsOfALogAreRepeats) {
  MeasuredFile file{"a.log", false, {}};
  file.series[key(8)] = {{10, 12}};
  file.series[key(64)] = {{20, 30}};
  file.series[key(512)] = {{40}};
  const Agreement agreement = agreement_of({file});
  ASSERT_EQ(agreement.spreads.size(), 1U);
  const Spread& spread = agreement.spreads.front();
  EXPECT_EQ(spread.repeats, Repeats::Rows);
  EXPECT_EQ(spread.configurations, 2U);
  EXPECT_DOUBLE_EQ(spread.greatest, 1.5);
  EXPECT_EQ(spread.greatest_at.bytes, 64U);
  EXPECT_DOUBLE_EQ(spread.typical, 1.35);  // between 1.2 and 1.5
  EXPECT_TRUE(agreement.pairs.empty());
}

TEST(Agreement, CallsOfOneLaunchAreNoRepeats) {
  MeasuredFile file{"a.jsonl", true, {}};
  file.series[key(8)] = {{10, 12, 11}};
  EXPECT_TRUE(agreement_of({file}).spreads.empty());
  file.series[key(8)] = {{10, 12, 11}, {22, 22, 22}};
  const Agreement agreement = agreement_of({file});
  ASSERT_EQ(agreement.spreads.size(), 1U);
  EXPECT_EQ(agreement.spreads.front().repeats, Repeats::Launches);
  EXPECT_DOUBLE_EQ(agreement.spreads.front().greatest, 2);
}

TEST(Agreement, FilesAreComparedWhereTheyHaveTheSame) {
  MeasuredFile first{"a", false, {}};
  first.series[key(8)] = {{10}};
  first.series[key(64)] = {{20}};
  MeasuredFile second{"b", false, {}};
  second.series[key(64)] = {{15}};
  second.series[key(512)] = {{40}};
  const Agreement agreement = agreement_of({first, second, {"c", false, {}}});
  ASSERT_EQ(agreement.pairs.size(), 1U);
  const FilePair& pair = agreement.pairs.front();
  EXPECT_EQ(pair.second, "b");
  EXPECT_EQ(pair.common, 1U);
  EXPECT_DOUBLE_EQ(pair.farthest, 0.75);
  EXPECT_EQ(pair.undecided, 1U);  // a sample on each side
}

TEST(Agreement, ManyFilesAreComparedWithTheFirst) {
  std::vector<MeasuredFile> files;
  for (std::size_t i = 0; i <= kMostPairedFiles; ++i) {
    files.push_back({std::to_string(i), false, {}});
    files.back().series[key(8)] = {{10}};
  }
  const Agreement agreement = agreement_of(files);
  EXPECT_FALSE(agreement.is_every_pair);
  EXPECT_EQ(agreement.pairs.size(), kMostPairedFiles);
}

}  // namespace agreement_test
}  // namespace treering::app::overview
