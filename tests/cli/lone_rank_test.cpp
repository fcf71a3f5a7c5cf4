// A lone rank's time is 0, and there is no bandwidth and no interval of that: null in JSON, empty
// in CSV. The texts have a sentence in place of figures.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace lone_rank_test {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class LoneRank : public ::testing::TestWithParam<const char*> {
 protected:
  std::string line() const {
    return std::string("predict dgx-h100 --gpus-per-node 1 -b 1M -e 1M --model ") + GetParam();
  }
};

TEST_P(LoneRank, HasTimesButNeitherBandwidthsNorIntervalsInJson) {
  const json predicted = json::parse(run(line() + " -c all --format json").out);
  EXPECT_EQ(predicted["ranks"], 1);
  EXPECT_EQ(predicted["results"].size(), 9U);
  for (const json& row : predicted["results"]) {
    // NCCL has no model of messages between pairs.
    const bool has_time = GetParam() == std::string("cost") || row["algorithm"].is_string();
    EXPECT_EQ(row["time_us"], has_time ? json(0.0) : json()) << row;
    EXPECT_EQ(row["bound_us"], 0.0);
    for (const char* const name : {"algbw_GBps", "busbw_GBps", "low_us", "high_us"}) {
      EXPECT_TRUE(row[name].is_null()) << name << " of " << row;
    }
  }
}

TEST_P(LoneRank, HasEmptyFieldsInCsv) {
  // time_us, algbw_GBps, busbw_GBps, nccl_default, best, low_us, high_us, bound_us, ...
  EXPECT_NE(run(line() + " --format csv").out.find(",0.0,,,true,true,,,0.0,0.0,0.0,"),
            std::string::npos);
}

TEST_P(LoneRank, HasASentenceInPlaceOfATable) {
  for (const char* const options : {"", " --algo all", " --channels all -c tuned"}) {
    const Outcome outcome = run(line() + options);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("one rank")) << options;
    EXPECT_THAT(outcome.out, Not(HasSubstr("0.00"))) << options;
    EXPECT_EQ(run(line() + options + " --quiet").out, "");
  }
}

TEST(LoneRankJob, HasTheSameSentenceInOtherReports) {
  for (const char* const command : {"explain", "doctor"}) {
    const Outcome outcome = run(std::string(command) + " pcie-4 --gpus-per-node 1");
    EXPECT_EQ(outcome.exit_code, 0) << command;
    EXPECT_THAT(outcome.out, HasSubstr("one rank")) << command;
    EXPECT_THAT(outcome.out, Not(HasSubstr("0.00"))) << command;
  }
  EXPECT_THAT(run("doctor pcie-4 --nodes 2 --gpus-per-node 1").out,
              Not(HasSubstr("A job of one rank")));
}

INSTANTIATE_TEST_SUITE_P(Models, LoneRank, ::testing::Values("cost", "nccl"));

}  // namespace lone_rank_test
}  // namespace treering::cli
