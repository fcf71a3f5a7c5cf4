#include "tuner/check/size_steps.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace treering::tuner::check {
namespace size_steps_test {

using Sizes = std::vector<std::pair<std::uint64_t, double>>;  // bytes, us

std::vector<Measurement> table(const Sizes& sizes) {
  std::vector<Measurement> rows;
  for (const auto& [bytes, us] : sizes) {
    Measurement row;
    row.bytes = bytes;
    row.out_of_place = core::Duration::from_us(us);
    rows.push_back(row);
  }
  return rows;
}

constexpr std::uint64_t kMib = 1U << 20U;

TEST(SizeSteps, ALargerCallThatTakesLessTimeIsAStep) {
  const auto steps = size_steps(
      table({{kMib / 4, 500}, {kMib / 2, 900}, {kMib, 1800}, {2 * kMib, 200}, {4 * kMib, 390}}));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].kind, SizeStep::Kind::TimeFalls);
  EXPECT_EQ(steps[0].from, kMib);
  EXPECT_EQ(steps[0].to, 2 * kMib);
  EXPECT_NEAR(steps[0].factor, 9, 1e-9);
  EXPECT_EQ(text_of(steps[0]),
            "all_reduce takes 9.0 times as long at 1 MiB as at 2 MiB, which is larger");
}

// 30 GB/s up to 64 MiB, and 5 from there on.
TEST(SizeSteps, ABandwidthThatCollapsesIsOne) {
  const auto steps = size_steps(
      table({{16 * kMib, 560}, {32 * kMib, 1120}, {64 * kMib, 13440}, {128 * kMib, 26900}}));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].kind, SizeStep::Kind::BandwidthFalls);
  EXPECT_EQ(steps[0].from, 32 * kMib);
  EXPECT_EQ(steps[0].to, 64 * kMib);
  EXPECT_NEAR(steps[0].factor, 6, 1e-9);
}

TEST(SizeSteps, OneSizeBetweenGoodOnesIsOne) {
  const auto steps = size_steps(
      table({{256 * kMib, 1000}, {512 * kMib, 2000}, {1024 * kMib, 8000}, {2048 * kMib, 8000}}));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].kind, SizeStep::Kind::OneSize);
  EXPECT_EQ(steps[0].from, 1024 * kMib);
  EXPECT_NEAR(steps[0].factor, 2, 1e-9);
}

TEST(SizeSteps, ASlowFirstCallAndOneColumnMakeNone) {
  auto rows = table({{8, 90}, {1024, 20}, {kMib, 60}, {2 * kMib, 500}, {4 * kMib, 160}});
  rows[3].in_place = core::Duration::from_us(90);
  EXPECT_TRUE(size_steps(rows).empty());
}

}  // namespace size_steps_test
}  // namespace treering::tuner::check
