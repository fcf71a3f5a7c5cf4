#include "tuner/check/plateau.h"

#include <gtest/gtest.h>

namespace treering::tuner::check {
namespace plateau_test {

constexpr std::uint64_t kMiB = 1U << 20U;
constexpr int kPorts = 8;

/// A large row that reaches so much of the expected speed.
CheckedRow row_of(std::uint64_t bytes, double share) {
  CheckedRow row;
  row.measurement.bytes = bytes;
  row.range = SizeRange::Large;
  row.expected = core::Duration::from_us(1000);
  row.measured = row.expected / share;
  row.place = share < 0.8 ? Place::Slow : Place::Inside;
  return row;
}

std::vector<CheckedRow> level(double share) {
  return {row_of(64 * kMiB, share), row_of(256 * kMiB, share), row_of(1024 * kMiB, share)};
}

std::optional<Plateau::Kind> kind_of_level(double share, int ports) {
  const auto found = plateau_of(level(share), ports);
  return found ? std::optional(found->kind) : std::nullopt;
}

TEST(Plateau, AllLargeSizesLoseAlike) {
  const auto found = plateau_of(
      {row_of(64 * kMiB, 0.3), row_of(256 * kMiB, 0.32), row_of(1024 * kMiB, 0.31)}, kPorts);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Plateau::Kind::EveryPort);
  EXPECT_EQ(found->least, 64 * kMiB);
  EXPECT_EQ(found->most, 1024 * kMiB);
  EXPECT_NEAR(found->least_share, 0.3, 1e-9);
  EXPECT_NEAR(found->greatest_share, 0.32, 1e-9);
  EXPECT_EQ(found->ports, kPorts);
  EXPECT_EQ(name_of(found->kind), "every-port");
}

TEST(Plateau, HalfAndOnePortHaveNamesOfTheirOwn) {
  EXPECT_EQ(kind_of_level(0.47, kPorts), Plateau::Kind::Half);
  EXPECT_EQ(kind_of_level(1.0 / kPorts, kPorts), Plateau::Kind::OnePort);
  EXPECT_EQ(kind_of_level(0.25, kPorts), Plateau::Kind::EveryPort);
  // One of two ports is half as well.
  EXPECT_EQ(kind_of_level(0.5, 2), Plateau::Kind::Half);
}

TEST(Plateau, OtherLossesAreNone) {
  EXPECT_FALSE(plateau_of(level(0.4), 0));  // one node
  EXPECT_FALSE(kind_of_level(0.875, kPorts));
  EXPECT_FALSE(kind_of_level(0.05, kPorts));  // less than one port
  EXPECT_FALSE(plateau_of({row_of(64 * kMiB, 0.4), row_of(1024 * kMiB, 0.4)}, kPorts));
  EXPECT_FALSE(plateau_of({row_of(64 * kMiB, 0.4), row_of(96 * kMiB, 0.4), row_of(128 * kMiB, 0.4)},
                          kPorts));
  EXPECT_FALSE(plateau_of(
      {row_of(64 * kMiB, 0.5), row_of(256 * kMiB, 0.4), row_of(1024 * kMiB, 0.3)}, kPorts));
}

TEST(Plateau, ALargeSizeAsExpectedIsNoPartOfOne) {
  auto rows = level(0.4);
  rows.push_back(row_of(4096 * kMiB, 1));
  EXPECT_FALSE(plateau_of(rows, kPorts));
  // Of another collective it says nothing.
  rows.back().measurement.collective = core::Collective::AllGather;
  EXPECT_TRUE(plateau_of(rows, kPorts));
}

TEST(Plateau, SmallSizesDoNotCount) {
  auto rows = level(0.4);
  rows.push_back(row_of(kMiB, 1));
  rows.back().range = SizeRange::Small;
  EXPECT_TRUE(plateau_of(rows, kPorts));
}

}  // namespace plateau_test
}  // namespace treering::tuner::check
