// `treering simulate --trace` and `--svg`, and the critical path.
#include <cmath>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/json_output.h"
#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace simulate_timeline_test {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(SimulateTimeline, TheCriticalPathCoversTheTimeOfTheMessages) {
  const json report = printed_json("simulate dgx-h100 -b 1M");
  double at = 0;
  for (const json& part : report["critical_path"]) {
    EXPECT_NEAR(part["from_us"].get<double>(), at, 1e-3);
    at = part["to_us"];
  }
  EXPECT_GT(at, 0);
  EXPECT_LT(at, report["time_us"].get<double>());
  EXPECT_EQ(report["critical_path"][0]["channel"], 0);
  EXPECT_EQ(report["critical_path_left_out"], 0);
  EXPECT_TRUE(report["why_no_critical_path"].is_null());
}

std::string text_of(const std::string& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The steps of a stream by thread.
std::size_t steps(const json& trace, int thread) {
  std::size_t count = 0;
  for (const json& event : trace["traceEvents"]) {
    count += event["ph"] == "X" && event["tid"] == thread ? 1U : 0U;
  }
  return count;
}

// A ring of 8: 2 (8 - 1) chunks are sent, and the last one is kept.
TEST(SimulateTimeline, ATraceHasEveryStep) {
  const Outcome outcome = run("simulate dgx-h100 -b 1M --algo ring --proto ll --trace -");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json trace = json::parse(outcome.out);
  EXPECT_EQ(steps(trace, 1), 15U);
  EXPECT_EQ(steps(trace, 2), 15U);
  const Outcome exact = run("simulate dgx-h100 -b 1M --algo ring --proto ll --exact --trace -");
  EXPECT_EQ(steps(json::parse(exact.out), 2), 15U);
}

TEST(SimulateTimeline, APictureSaysWhatItShows) {
  const Outcome outcome = run("simulate dgx-h100 --nodes 2 -b 1M --svg -");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("<svg"));
  EXPECT_THAT(outcome.out, HasSubstr("rank 0, channel 0"));
}

// A rank's streams to its switch go alike: one of each kind is drawn.
TEST(SimulateTimeline, AlikeTracksAreDrawnOnce) {
  const Outcome outcome = run("simulate dgx-h100 -b 8M --algo nvls --svg -");
  EXPECT_THAT(outcome.out, HasSubstr("rank 0, channel 0 (2)"));
  EXPECT_THAT(outcome.out, ::testing::Not(HasSubstr("channel 0 (5)")));
  EXPECT_THAT(outcome.out, HasSubstr("rank 7, channel 0"));
}

TEST(SimulateTimeline, APictureATraceAndTheReport) {
  const support::TemporaryFolder folder;
  const std::string line = "simulate dgx-h100 -b 1M --format json --svg " + folder.path() +
                           "/run.svg" + " --trace " + folder.path() + "/run.json";
  const Outcome outcome = run(line);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["schema"], "treering.simulate/1");
  EXPECT_THAT(text_of(folder.path() + "/run.svg"), StartsWith("<svg"));
  EXPECT_FALSE(json::parse(text_of(folder.path() + "/run.json"))["traceEvents"].empty());
  const Outcome written = run(line + " -o " + folder.path() + "/report.json");
  EXPECT_EQ(written.out, "");
  EXPECT_EQ(text_of(folder.path() + "/report.json"), outcome.out);
  // What goes to standard output leaves the report to standard error.
  const Outcome shown =
      run("simulate dgx-h100 -b 1M --format json --svg - --trace " + folder.path() + "/run.json");
  EXPECT_THAT(shown.out, StartsWith("<svg"));
  EXPECT_EQ(json::parse(shown.err)["schema"], "treering.simulate/1");
}

}  // namespace simulate_timeline_test
}  // namespace treering::cli
