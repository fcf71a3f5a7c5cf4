#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/json_output.h"
#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace expect_test {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kQuestion = "expect dgx-h100 --nodes 2 -b 1M -e 1G -f 8";

class Expect : public ::testing::Test {
 protected:
  std::string path_of(const std::string& name) const { return folder_.path() + "/" + name; }

  std::string text_of(const std::string& name) const {
    std::ifstream file(path_of(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// The file of floors, in that form.
  std::string floors(const std::string& form) const {
    const std::string path = path_of("floors." + form);
    const Outcome outcome = run(kQuestion + " --format " + form + " -o " + path);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return path;
  }

  /// Runs that take so many times as long as is expected.
  std::string runs(double factor) const {
    std::string path = path_of("runs.csv");
    std::ofstream file(path);
    file << "id,collective,size_bytes,nodes,ranks,time_us_oop\n";
    const json answer = printed_json(kQuestion);
    for (const json& row : answer["rows"]) {
      const double bytes = row["bytes"].get<double>();
      const double algbw = row["busbw_GBps"].get<double>() / (2.0 * 15 / 16);
      file << fmt::format("one,all_reduce,{:.0f},2,16,{:.4f}\n", bytes,
                          bytes / algbw / 1e3 * factor);
    }
    return path;
  }

 private:
  support::TemporaryFolder folder_;
};

TEST_F(Expect, JsonHasTheFieldsOfItsSchema) {
  const json expected = printed_json(kQuestion);
  EXPECT_EQ(expected["schema"], "treering.expect/1");
  expect_members(expected, {"topology", "gpu", "nodes", "hosts", "ranks", "nccl_version", "profile",
                            "guesses", "why_no_floor", "rows", "notes"});
  EXPECT_EQ(expected["ranks"], 16);
  EXPECT_TRUE(expected["why_no_floor"].is_null());
  ASSERT_EQ(expected["rows"].size(), 4U);  // 1, 8, 64, 512 MiB
  for (const json& row : expected["rows"]) {
    expect_members(
        row, {"collective", "bytes", "algorithm", "protocol", "channels", "busbw_GBps", "low_GBps",
              "high_GBps", "floor_GBps", "catches_15", "catches_35", "published"});
    EXPECT_LE(row["floor_GBps"].get<double>(), row["busbw_GBps"].get<double>());
    EXPECT_LE(row["low_GBps"].get<double>(), row["busbw_GBps"].get<double>());
    EXPECT_GE(row["high_GBps"].get<double>(), row["busbw_GBps"].get<double>());
    EXPECT_GT(row["catches_15"].get<double>(), 0.02);  // more than of good machines
    EXPECT_GE(row["catches_35"].get<double>(), row["catches_15"].get<double>());
    EXPECT_LE(row["catches_35"].get<double>(), 1);
  }
}

TEST_F(Expect, BusbwIsThatOfPredict) {
  const json predicted = printed_json("predict dgx-h100 --nodes 2 -b 512M -e 512M");
  const json expected = printed_json("expect dgx-h100 --nodes 2 -b 512M -e 512M");
  for (const json& row : predicted["results"]) {
    if (!row["nccl_default"].get<bool>()) continue;
    EXPECT_EQ(expected["rows"][0]["busbw_GBps"], row["busbw_GBps"]);
    EXPECT_EQ(expected["rows"][0]["algorithm"], row["algorithm"]);
  }
}

TEST_F(Expect, PublishedRunsAreBesideTheirSizes) {
  const json rows = printed_json("expect dgx-h100 -b 8G -e 8G")["rows"];
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_FALSE(rows[0]["published"].empty());
  // Other settings make another machine.
  const std::string forced = "expect dgx-h100 -b 8G -e 8G --env NCCL_NVLS_ENABLE=0";
  EXPECT_TRUE(printed_json(forced)["rows"][0]["published"].empty());
}

TEST_F(Expect, TextHasTheAnswerAndATable) {
  const Outcome outcome = run(kQuestion);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("# treering: expected of a healthy machine, not measured\n"));
  EXPECT_THAT(outcome.out, HasSubstr("a healthy machine reaches "));
  EXPECT_THAT(outcome.out, HasSubstr("\n   536870912 "));
  EXPECT_THAT(run(kQuestion + " --quiet").out, Not(HasSubstr("#")));
}

TEST_F(Expect, FloorsJudgeRuns) {
  for (const char* const form : {"json", "csv"}) {
    const std::string line = "check " + runs(1) + " --floors " + floors(form);
    const Outcome good = run(line);
    EXPECT_EQ(good.exit_code, 0) << good.err;
    EXPECT_THAT(good.out, HasSubstr("None of 4 rows is below its floor."));
  }
  const std::string file = floors("json");
  const Outcome slow = run("check " + runs(100) + " --floors " + file);
  EXPECT_EQ(slow.exit_code, 1);
  EXPECT_EQ(slow.err, "");
  EXPECT_THAT(slow.out, HasSubstr("4 of 4 rows below the floor"));
}

TEST_F(Expect, JunitIsWrittenBesideAndInPlaceOfTheText) {
  const std::string line = "check " + runs(100) + " --floors " + floors("csv");
  const Outcome outcome = run(line + " --junit " + path_of("floors.xml"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("below the floor"));
  const std::string xml = text_of("floors.xml");
  EXPECT_THAT(xml, HasSubstr("tests=\"4\" failures=\"4\""));
  EXPECT_EQ(run(line + " --format junit").out, xml);
}

TEST_F(Expect, RunsOfOtherJobsGetOneSentence) {
  const std::string file = floors("json");
  std::ofstream(path_of("other.csv"))
      << "id,collective,size_bytes,nodes,ranks,time_us_oop\none,all_reduce,1048576,4,32,100\n";
  const Outcome other = run("check " + path_of("other.csv") + " --floors " + file);
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("a run of 32 ranks, the floors are of 16 ranks"));
  const Outcome gather = run("check " + runs(1) + " -c all_gather --floors " + file);
  EXPECT_EQ(gather.exit_code, 3);
  const Outcome bad = run("check " + runs(1) + " --floors " + path_of("runs.csv"));
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_THAT(bad.err, HasSubstr("expected the JSON or CSV that treering expect writes"));
}

TEST_F(Expect, OptionsThatDoNotGoTogetherAreRefused) {
  const std::string line = "check " + runs(1);
  const Outcome lone = run(line + " --junit " + path_of("floors.xml"));
  EXPECT_EQ(lone.exit_code, 2);
  EXPECT_THAT(lone.err, HasSubstr("--junit: given without --floors"));
  EXPECT_THAT(run(line + " --format junit").err, HasSubstr("junit given without --floors"));
  const std::string with = line + " --floors " + floors("json");
  EXPECT_THAT(run(with + " --topology dgx-h100").err,
              HasSubstr("--topology: given together with --floors"));
  EXPECT_THAT(run(with + " --env NCCL_ALGO=ring").err,
              HasSubstr("--env: given together with --floors"));
  EXPECT_EQ(run(with + " --format markdown").exit_code, 2);
  EXPECT_THAT(run(kQuestion + " --to nothing").err, HasSubstr("cloudai"));
}

TEST_F(Expect, EachFormIsWritten) {
  for (const char* const form : {"cloudai", "aicr", "junit", "prometheus", "csv", "md"}) {
    const Outcome outcome = run(kQuestion + " --to " + form);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("dgx-h100")) << form;
  }
  EXPECT_EQ(run(kQuestion + " --to csv").out, run(kQuestion + " --format csv").out);
  const Outcome lone = run("expect dgx-h100 -b 1G -e 1G --to aicr");
  EXPECT_EQ(lone.exit_code, 1);
  EXPECT_THAT(lone.err, HasSubstr("AICR measures between hosts"));
}

// A machine that is partly a guess would be judged by it.
TEST_F(Expect, AGuessHasNoFloors) {
  const std::string line = "expect tests/data/pages/eight-gpus.xml -b 1G -e 1G";
  const json expected = printed_json(line);
  EXPECT_THAT(expected["why_no_floor"].get<std::string>(), HasSubstr("no floors, since"));
  EXPECT_TRUE(expected["rows"][0]["floor_GBps"].is_null());
  const Outcome outcome = run(line + " --to prometheus");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("nothing written: no floors"));
}

TEST_F(Expect, ALoneRankHasASentence) {
  const Outcome outcome = run("expect dgx-h100 --gpus-per-node 1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("A job of one rank sends nothing"));
  EXPECT_EQ(run("expect dgx-h100 --gpus-per-node 1 --to csv").exit_code, 1);
}

}  // namespace expect_test
}  // namespace treering::cli
