// Large sizes of a run between nodes that all lose alike.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/check.h"
#include "tests/app/measured.h"

namespace treering::app {
namespace check_plateau_test {

CheckRequest request_for(const std::string& file) {
  CheckRequest request;
  request.files = {file};
  request.job.topology = "dgx-a100";
  return request;
}

// A third of the speed at each large size: no port that is missing, and no choice of NCCL's.
TEST(CheckPlateau, LargeSizesLoseAlike) {
  const MeasuredFiles files;
  std::vector<MeasuredRow> plain;
  for (std::uint64_t bytes = std::uint64_t{1} << 28U; bytes <= std::uint64_t{1} << 32U;
       bytes *= 2) {
    plain.push_back({bytes, 1e-5 * static_cast<double>(bytes)});
  }
  const auto expected = answer(request_for(files.add("plain", plain)));
  ASSERT_TRUE(expected) << expected.error().message();
  std::vector<MeasuredRow> rows;
  for (const auto& row : expected->check.rows) {
    rows.push_back({row.measurement.bytes, 3 * row.expected.in_us()});
  }
  const auto report = answer(request_for(files.add("run", rows)));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->is_odd);
  ASSERT_TRUE(report->check.plateau);
  EXPECT_EQ(report->check.plateau->kind, tuner::check::Plateau::Kind::EveryPort);
  EXPECT_NEAR(report->check.plateau->least_share, 1.0 / 3, 1e-3);
  EXPECT_EQ(report->check.plateau->ports, 8);
  EXPECT_TRUE(std::ranges::none_of(report->check.causes, &tuner::check::LikelyCause::is_choice));
  EXPECT_FALSE(expected->check.plateau);
  // A third of what is expected of the 25 GB/s of a port.
  ASSERT_EQ(report->losses.size(), 1U);
  ASSERT_TRUE(report->losses[0].port);
  EXPECT_EQ(report->losses[0].port->ports, 8);
  EXPECT_NEAR(report->losses[0].port->rate.in_gb_per_s(), 25, 1e-9);
  EXPECT_NEAR(report->losses[0].port->carried.in_gb_per_s(), 25.0 / 3, 1.5);
  EXPECT_EQ(report->losses[0].gpus, 8);
}

}  // namespace check_plateau_test
}  // namespace treering::app
