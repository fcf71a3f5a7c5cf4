#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tuner/check/check.h"
#include "tuner/profiles.h"

namespace treering::tuner::check {
namespace forced_test {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::shared_ptr<const calibration::Bench> bench_of(const std::string& topology) {
  auto loaded = hw::load_cluster(topology);
  EXPECT_TRUE(loaded) << topology;
  return calibration::make_bench(loaded->cluster, sim::job::JobSpec{}, "").value();
}

Measurement row_of(const std::string& algorithm, std::uint64_t bytes) {
  Measurement row;
  row.bytes = bytes;
  row.ranks = 8;
  row.way.algorithm = algorithm;
  row.out_of_place = core::Duration::from_us(1);
  return row;
}

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

class Forced : public ::testing::Test {
 protected:
  std::vector<ForcedChoice> choices(const std::vector<Measurement>& rows,
                                    const std::string& settings = "") const {
    std::vector<CheckedRow> checked;
    for (const Measurement& row : rows) checked.push_back(*expected_of(run_, row));
    return forced_choices(checked, run_, settings);
  }

  CheckedRun run_{bench_of("dgx-h200"), shipped_profile(), {}};
};

// With NVLS each GPU sends its data to the switches once, in place of 7/4 times around a ring.
TEST_F(Forced, RingIsBesideNvls) {
  const auto found = choices({row_of("Ring", 8 * kGiB), row_of("Ring", 1024)});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].forced, "Ring");
  EXPECT_EQ(found[0].way.algorithm, "NVLS");
  EXPECT_EQ(found[0].bytes, core::Bytes::of(8 * kGiB));
  EXPECT_EQ(found[0].sizes, 1U);
  EXPECT_EQ(found[0].of_sizes, 2U);
  EXPECT_NEAR(found[0].gain, 1.34, 0.02);
  EXPECT_GT(found[0].low, 1);
  EXPECT_NEAR(found[0].low * found[0].high, found[0].gain * found[0].gain, 1e-9);
}

TEST_F(Forced, NothingIsSaidOfWhatWasNotForcedAlike) {
  EXPECT_THAT(choices({row_of("", 8 * kGiB)}), IsEmpty());
  EXPECT_THAT(choices({row_of("NVLS", 8 * kGiB)}), IsEmpty());
  // A sweep of all ways.
  EXPECT_THAT(choices({row_of("Ring", 8 * kGiB), row_of("", 8 * kGiB)}), IsEmpty());
  EXPECT_THAT(choices({row_of("Ring", 8 * kGiB), row_of("Tree", 8 * kGiB)}), IsEmpty());
  // NCCL left to choose among two.
  EXPECT_THAT(choices({row_of("Ring,Tree", 8 * kGiB)}), IsEmpty());
  Measurement row = row_of("Ring", 8 * kGiB);
  row.is_own_choice = true;
  EXPECT_THAT(choices({row}), IsEmpty());
  row = row_of("Ring", 8 * kGiB);
  row.way.channels = 4;
  EXPECT_THAT(choices({row}), IsEmpty());
}

// Where the times of both are so unsure that either may be the shorter.
TEST_F(Forced, NothingIsSaidWithinTheModelsDoubt) {
  CheckedRow row = *expected_of(run_, row_of("Ring", 8 * kGiB));
  ASSERT_THAT(forced_choices({row}, run_, ""), SizeIs(1));
  row.low = row.expected / 1.5;
  row.high = row.expected * 1.5;
  EXPECT_THAT(forced_choices({row}, run_, ""), IsEmpty());
}

// The plugins of some networks ask for Simple.
TEST_F(Forced, SimpleAloneMayBeThePluginsChoice) {
  Measurement row = row_of("", 1024);
  row.way.protocol = "Simple";
  EXPECT_THAT(choices({row}), IsEmpty());
}

}  // namespace forced_test
}  // namespace treering::tuner::check
