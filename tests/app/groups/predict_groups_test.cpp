#include "app/groups/predict_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::app {
namespace predict_groups_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

/// Tensor parallel groups in each of two nodes, data parallel groups across them.
PredictGroupsRequest request_on_two_nodes() {
  PredictGroupsRequest request;
  request.job.topology = "dgx-h100";
  request.groups = "tp=8,dp=2";
  return request;
}

/// "tp 1048576".
std::vector<std::string> rows_of(const PredictGroupsReport& report) {
  std::vector<std::string> rows;
  for (const auto& row : report.rows) {
    rows.push_back(row.name + " " + std::to_string(row.call.bytes));
  }
  return rows;
}

std::string error_of(const PredictGroupsRequest& request) {
  const auto report = answer(request);
  return report ? "" : report.error().message();
}

TEST(PredictGroupsSizes, AreThoseOfEachGroup) {
  PredictGroupsRequest request = request_on_two_nodes();
  request.minbytes = "tp=1M,dp=4M";
  EXPECT_THAT(rows_of(answer(request).value()), ElementsAre("tp 1048576", "dp 4194304"));
  request.maxbytes = "dp=8M";
  EXPECT_THAT(rows_of(answer(request).value()),
              ElementsAre("tp 1048576", "dp 4194304", "dp 8388608"));
}

TEST(PredictGroupsSizes, AreTheUsualOnesOfAGroupWithoutItsOwn) {
  PredictGroupsRequest request = request_on_two_nodes();
  request.sizes.minbytes = kMiB;
  request.sizes.maxbytes = 2 * kMiB;
  request.minbytes = "tp=4M";
  EXPECT_THAT(rows_of(answer(request).value()),
              ElementsAre("tp 4194304", "dp 1048576", "dp 2097152"));
}

TEST(PredictGroupsSizes, MayBeTheSameForAll) {
  PredictGroupsRequest request = request_on_two_nodes();
  request.minbytes = "1M";
  request.maxbytes = "2M";
  EXPECT_THAT(rows_of(answer(request).value()),
              ElementsAre("tp 1048576", "tp 2097152", "dp 1048576", "dp 2097152"));
}

TEST(PredictGroupsSizes, AreRefusedWhereNothingComesOfThem) {
  PredictGroupsRequest request = request_on_two_nodes();
  request.minbytes = "pp=1M";
  EXPECT_THAT(error_of(request), HasSubstr("pp"));
  request.collective = "tp=all_reduce";
  request.minbytes = "dp=8M";
  EXPECT_THAT(error_of(request), HasSubstr("dp has '8M', but does not run"));
  request.minbytes = "tp=8X";
  EXPECT_THAT(error_of(request), HasSubstr("minbytes"));
}

TEST(PredictGroupsBarrier, IsWhatFrameworksSendInItsPlace) {
  PredictGroupsRequest request = request_on_two_nodes();
  request.collective = "tp=barrier,dp=all_reduce";
  request.minbytes = "dp=1M";
  const PredictGroupsReport report = answer(request).value();
  EXPECT_THAT(rows_of(report), ElementsAre("tp 4", "dp 1048576"));
  EXPECT_THAT(report.job.notes, Contains(HasSubstr("NCCL has no barrier")));
}

TEST(PredictGroupsBarrier, HasNoSize) {
  PredictGroupsRequest request = request_on_two_nodes();
  request.collective = "tp=barrier,dp=all_reduce";
  request.minbytes = "tp=1M,dp=1M";
  EXPECT_THAT(error_of(request), HasSubstr("given for a barrier"));
  request.collective = "barrier";
  request.minbytes = "1M";
  EXPECT_THAT(error_of(request), HasSubstr("given for a barrier"));
  request.minbytes = "";
  EXPECT_THAT(rows_of(answer(request).value()), ElementsAre("tp 4", "dp 4"));
}

// Algorithms for comparison have barriers of their own.
TEST(PredictGroupsBarrier, MayCarryNothing) {
  PredictGroupsRequest request = request_on_two_nodes();
  request.collective = "tp=barrier";
  request.way.algorithm = "naive";
  const PredictGroupsReport report = answer(request).value();
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_TRUE(report.rows.front().is_barrier);
  EXPECT_THAT(report.job.notes, Not(Contains(HasSubstr("NCCL has no barrier"))));
}

}  // namespace predict_groups_test
}  // namespace treering::app
