// `treering predict --channels`. Whole outputs are in golden_test.cpp.
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace channels_test {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string predicted(const std::string& options) {
  const Outcome outcome = run("predict " + options);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

json results(const std::string& options) {
  return json::parse(predicted(options + " --format json"))["results"];
}

/// Rows with that limit, without what only --channels says.
json limited_to(const json& rows, const json& limit) {
  json found = json::array();
  for (json row : rows) {
    if (row["channel_limit"] != limit) continue;
    for (const char* field : {"channel_limit", "slowdown", "enough"}) row.erase(field);
    found.push_back(std::move(row));
  }
  return found;
}

TEST(PredictChannels, IsWhatNcclsVariablesDo) {
  const std::string job = "dgx-a100 --nodes 2 -c tuned -f 64";
  const json rows = results(job + " --channels 3,32");
  for (const int count : {3, 32}) {
    const json by_variables = results(fmt::format(
        "{} --env NCCL_MIN_NCHANNELS={} --env NCCL_MAX_NCHANNELS={}", job, count, count));
    EXPECT_EQ(limited_to(rows, count), limited_to(by_variables, nullptr)) << count;
  }
  EXPECT_EQ(limited_to(rows, nullptr), limited_to(results(job), nullptr));
}

TEST(PredictChannels, LimitsMulticastAsCtasDo) {
  const std::string job = "dgx-h100 -b 1G -e 1G --model nccl";
  EXPECT_EQ(limited_to(results(job + " --channels 4"), 4),
            limited_to(results(job + " --env NCCL_MIN_CTAS=4 --env NCCL_MAX_CTAS=4"), nullptr));
}

TEST(PredictChannels, AllDoublesFromOneOnAndKeepsNcclsOwn) {
  std::vector<json> limits;
  for (const json& row : results("pcie-4 -b 1M -e 1M --algo ring --proto simple --channels all")) {
    limits.push_back(row["channel_limit"]);
  }
  EXPECT_EQ(limits, (std::vector<json>{1, 2, 4, 8, 16, 32, 64, nullptr}));
}

TEST(PredictChannels, OneNumberIsEnoughForEachCall) {
  std::map<std::string, int> enough;
  for (const json& row : results("dgx-a100 --nodes 4 -c tuned -f 16 --channels all")) {
    if (row["count"] == 0) continue;
    enough[row["collective"].get<std::string>() + row["bytes"].dump()] +=
        row["enough"].get<bool>() ? 1 : 0;
  }
  for (const auto& [call, count] : enough) EXPECT_EQ(count, 1) << call;
}

TEST(PredictChannels, ShareOfTheSmsIsKnownWhereTheGpuIs) {
  const json known = results("dgx-h100 -b 1G -e 1G --algo ring --proto simple");
  // 24 of 132.
  EXPECT_EQ(known[0]["channels"], 24);
  EXPECT_NEAR(known[0]["sm_share"].get<double>(), 24.0 / 132, 1e-4);
  EXPECT_GT(known[0]["threads"].get<int>(), 0);
  EXPECT_TRUE(known[0]["enough"].is_null());
  EXPECT_TRUE(results("leonardo -b 1G -e 1G")[0]["sm_share"].is_null());
}

TEST(PredictChannels, NcclsModelNamesNoNumber) {
  EXPECT_THAT(predicted("pcie-4 -b 1G -e 1G --channels 4 --model nccl"), Not(HasSubstr("# At")));
}

TEST(PredictChannels, QuietIsFiguresOnly) {
  EXPECT_THAT(predicted("dgx-a100 -b 1G -e 1G --channels 4 --quiet"), Not(HasSubstr("#")));
}

}  // namespace channels_test
}  // namespace treering::cli
