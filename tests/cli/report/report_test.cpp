// treering report on the command line.
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/measured_job.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace report_test {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kShort = "report dgx-a100 --nodes 2 -b 1M -e 64M -f 8 ";

class ReportCommand : public MeasuredJob {};

TEST_F(ReportCommand, TheEndingOfTheFileSaysWhatIsWritten) {
  struct Case {
    const char* name;
    const char* begins;
  };
  for (const Case& one : {Case{"a.html", "<!DOCTYPE html>"}, Case{"a.md", "# dgx-a100: "},
                          Case{"a.csv", "collective,kind,file,bytes,"},
                          Case{"a.json", "{\n  \"schema\": \"treering.report/1\""},
                          Case{"a.htm", "<!DOCTYPE html>"}}) {
    const Outcome outcome = run(kShort + ("-o " + path(one.name)));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(text_of(path(one.name)), StartsWith(one.begins)) << one.name;
  }
  EXPECT_THAT(run(std::string(kShort) + "--format markdown").out, StartsWith("# dgx-a100: "));
}

TEST_F(ReportCommand, AnotherEndingOfTheFileIsRefused) {
  for (const char* const name : {"e.pdf", "e.txt", "e"}) {
    const Outcome outcome = run(kShort + ("-o " + path(name)));
    EXPECT_EQ(outcome.exit_code, 2) << name;
    EXPECT_FALSE(std::filesystem::exists(path(name))) << name;
  }
  EXPECT_EQ(run(kShort + ("--format html -o " + path("page.txt"))).exit_code, 0);
  EXPECT_THAT(text_of(path("page.txt")), StartsWith("<!DOCTYPE html>"));
}

TEST_F(ReportCommand, SameQuestionSameBytes) {
  EXPECT_EQ(run(std::string(kShort) + "--format html").out,
            run(std::string(kShort) + "--format html").out);
}

bool is_same_call(const json& row, const json& point) {
  return row["bytes"] == point["bytes"] && row["algorithm"] == point["algorithm"] &&
         row["protocol"] == point["protocol"];
}

/// How many rows of `predict` are of the call of `point`, and have its figures.
std::size_t compare_times(const json& predict, const json& point) {
  std::size_t found = 0;
  for (const json& row : predict["results"]) {
    if (!is_same_call(row, point)) continue;
    ++found;
    for (const char* const name : {"time_us", "busbw_GBps", "low_us", "high_us", "best"}) {
      EXPECT_EQ(row[name], point[name]) << name;
    }
  }
  return found;
}

TEST_F(ReportCommand, JsonHasTheTimesOfPredict) {
  const json report = json::parse(run(std::string(kShort) + "--format json").out);
  const json predict =
      json::parse(run("predict dgx-a100 --nodes 2 -b 1M -e 64M -f 8 --format json").out);
  std::size_t found = 0;
  for (const json& curve : report["collectives"][0]["curves"]) {
    for (const json& point : curve["points"]) found += compare_times(predict, point);
  }
  EXPECT_GE(found, 6U);  // two algorithms at three sizes or more
}

TEST_F(ReportCommand, CsvHasALineForEachPoint) {
  const Outcome outcome = run(kShort + ("--format csv --measurements " + runs_));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  std::string head;
  std::getline(lines, head);
  const auto columns = std::ranges::count(head, ',');
  std::size_t measured = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::ranges::count(line, ','), columns) << line;
    if (line.starts_with("all_reduce,measured,")) ++measured;
  }
  EXPECT_EQ(measured, 20U);  // two series of ten sizes
}

TEST_F(ReportCommand, MarkdownHasWhatThePageHas) {
  const std::string words = kShort + ("--measurements " + runs_ + " --format ");
  const std::string page = run(words + "html").out;
  const std::string text = run(words + "markdown").out;
  for (const char* const title :
       {"In short", "The machine", "all_reduce", "Is my number normal?",
        "What was not measured, and why", "What to set, and how to undo it",
        "How to reproduce this", "How to read this"}) {
    EXPECT_THAT(page, HasSubstr(std::string("<h2>") + title + "</h2>"));
    EXPECT_THAT(text, HasSubstr(std::string("\n## ") + title + "\n"));
  }
  EXPECT_THAT(text, Not(HasSubstr("<svg")));
}

TEST_F(ReportCommand, ComparisonHasVerdicts) {
  const Outcome outcome = run(kShort + ("--compare " + runs_ + " " + runs_ + " --format markdown"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("## Before and after"));
  EXPECT_THAT(outcome.out, HasSubstr("undecided"));  // a sample on each side
}

TEST_F(ReportCommand, ComparisonIsOfRunsOfNccl) {
  const std::string mpi = "tests/data/measured/grid-all-reduce-mpi-4.jsonl";
  const std::string nccl = "tests/data/measured/h200-shared-nccl-4.jsonl";
  EXPECT_EQ(run("measure --compare " + mpi + " " + nccl).exit_code, 0);
  EXPECT_EQ(run(kShort + ("--compare " + nccl + " " + nccl + " --format markdown")).exit_code, 0);
}

// NVLSTree is advised for large calls, and NCCL_ALGO=tree,ring forbids it.
TEST_F(ReportCommand, SettingsSayWhichAdviceTheyReach) {
  const Outcome outcome =
      run("report gb200-nvl72 --nodes 3 --gpus-per-node 4 --nccl 2.27.3 -b 1M -e 64M --format "
          "markdown");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("env (in part)"), Not(HasSubstr("Each form makes NCCL take"))));
}

TEST_F(ReportCommand, SlowRunsComeBeforeAdvice) {
  std::string rows = kHead;
  for (int i = 0; i < 8; ++i) {
    rows += fmt::format("one,all_reduce,{},2,16,,{}\n", 1U << (12 + 2 * i), 5000 << i);
  }
  const std::string line =
      "report dgx-a100 --measurements " + write("slow.csv", rows) + " -b 512K -e 512K --format ";
  const json report = json::parse(run(line + "json").out);
  EXPECT_EQ(report["repair_first"]["slow_rows"], 8);
  EXPECT_TRUE(report["collectives"][0]["advice"].is_null());
  EXPECT_TRUE(report["collectives"][0]["ranges"].empty());
  const Outcome outcome = run(line + "markdown");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("**80 % beside measured times:**"), Not(HasSubstr("```\n# Settings")),
                    Not(HasSubstr("What to use by size"))));
}

/// Six launches of ten calls each, around that time. \param average of calls in one go, and rising
/// by 1 us a launch; 0: none
std::string launches(double us, double average = 0) {
  std::string text;
  for (int launch = 0; launch < 6; ++launch) {
    json samples = json::array();
    for (int i = 0; i < 10; ++i) samples.push_back(us + launch + 0.1 * i);
    const json in_one_go = average > 0 ? json(average + launch) : json();
    text +=
        nlohmann::ordered_json{{"schema", "treering.measurement/1"},
                               {"runner", "nccl"},
                               {"collective", "all_reduce"},
                               {"bytes", 1048576},
                               {"datatype", "float"},
                               {"redop", "sum"},
                               {"ranks", 16},
                               {"nodes", 2},
                               {"launch", launch},
                               {"start", "2026-01-01T00:00:0" + std::to_string(launch) + ".000Z"},
                               {"samples_us", samples},
                               {"average_us", in_one_go},
                               {"converged", true},
                               {"wrong", 0}}
            .dump() +
        "\n";
  }
  return text;
}

TEST_F(ReportCommand, SlowerEndsWithOne) {
  const std::string before = write("old.jsonl", launches(100));
  const std::string after = write("new.jsonl", launches(200));
  const Outcome outcome = run(kShort + ("--compare " + before + " " + after + " --format json"));
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["compared"]["rows"][0]["verdict"], "slower");
}

// Averages of 80 to 85 us have the median 82.5; single calls take 20 us more.
TEST_F(ReportCommand, PointsHaveTheTimesOfTheCheck) {
  const std::string file = write("runs.jsonl", launches(100, 80));
  const json report = json::parse(run(kShort + ("--measurements " + file + " --format json")).out);
  const json& point = report["collectives"][0]["measured"][0]["points"][0];
  const json check =
      json::parse(run("check " + file + " --topology dgx-a100 --format json").out)["rows"][0];
  EXPECT_EQ(check["measured_us"], 82.5);
  for (const auto& [of_point, of_check] :
       {std::pair("time_us", "measured_us"), std::pair("expected_us", "expected_us"),
        std::pair("share_reached", "share_reached"), std::pair("place", "place")}) {
    EXPECT_EQ(point[of_point], check[of_check]) << of_point;
  }
  EXPECT_EQ(point["scatter"], "range");
  EXPECT_EQ(point["low_us"], 80);
  EXPECT_EQ(point["high_us"], 85);
  EXPECT_EQ(point["samples"], 6);
}

TEST_F(ReportCommand, LaunchesAgreeOrNot) {
  const std::string file = write("runs.jsonl", launches(100));
  const json report = json::parse(run(kShort + ("--measurements " + file + " --format json")).out);
  const json& spread = report["agreement"]["within_files"][0];
  EXPECT_EQ(spread["repeats"], "launches");
  // Medians from 100.45 to 105.45.
  EXPECT_NEAR(spread["greatest_ratio"].get<double>(), 105.45 / 100.45, 1e-3);
  const json& point = report["collectives"][0]["measured"][0]["points"][0];
  EXPECT_EQ(point["scatter"], "median_interval");
  EXPECT_EQ(point["launches"], 6);
  EXPECT_EQ(point["samples"], 60);
}

}  // namespace report_test
}  // namespace treering::cli
