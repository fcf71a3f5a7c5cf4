// treering report beside measurements, on the command line.
#include <regex>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/measured_job.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace report_beside_runs_test {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kShort = "report dgx-a100 --nodes 2 -b 1M -e 64M -f 8 ";

class ReportBesideRuns : public MeasuredJob {};

// A slow all_gather must not hide behind an all_reduce that is as fast as expected.
TEST_F(ReportBesideRuns, TheCollectivesAreThoseOfTheMeasurements) {
  std::string text = kHead;
  for (int i = 0; i < 4; ++i) {
    const long long bytes = 1LL << (20 + 2 * i);
    const double us = 40 + 1e-5 * static_cast<double>(bytes);
    text += fmt::format("run,all_reduce,{},2,16,,{}\n", bytes, us);
    text += fmt::format("run,all_gather,{},2,16,,{}\n", bytes, 10 * us);
  }
  const std::string words = kShort + ("--measurements " + write("mixed.csv", text));
  const Outcome all = run(words + " --format markdown");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.out,
              AllOf(HasSubstr(", all of them all_gather"), HasSubstr("\n## all_gather\n")));
  const Outcome one = run(words + " -c all_reduce --format markdown");
  EXPECT_THAT(one.out, Not(HasSubstr("\n## all_gather\n")));
}

// nccl-tests' -g 8: the curves are of the runs beside them, and so is the way to run it again.
TEST_F(ReportBesideRuns, CurvesAreOfTheProcessesThatRan) {
  const std::string head =
      "id,collective,size_bytes,nodes,ranks,gpus_per_node,gpus_per_process,time_us_oop\n";
  const std::string file =
      write("one.csv", head + "run,all_reduce,8,1,8,8,8,30\nrun,all_reduce,1048576,1,8,8,8,45\n");
  const std::string page =
      run("report dgx-h100 -b 8 -e 1M -f 1024 --measurements " + file + " --format markdown").out;
  EXPECT_THAT(page, AllOf(HasSubstr("| 8 B | Ring/LL | 1 | 34.1 |"),
                          HasSubstr("| 30 | - | 1 | 0.000467 | 34.1 |")));
}

// Ring/LL took 1.40 times as long as NCCL's own choice at 1 KiB, the table must not advise it
// there.
TEST_F(ReportBesideRuns, WhatRunsRefuteIsMarkedInTheTable) {
  const std::string words =
      "report tests/data/measured/h200-shared.xml --nodes 4 --measurements "
      "tests/data/measured/h200-shared-nccl-4.jsonl --format ";
  const std::string cells = "leave it: Ring/LL is refuted by the runs";
  EXPECT_THAT(run(words + "markdown").out, AllOf(HasSubstr("| 8 B to below 2 KiB | Tree/LL | " +
                                                           cells + " | 1.42 to 1.44 predicted, "),
                                                 HasSubstr(" measured at 1 KiB |")));
  EXPECT_THAT(run(words + "html").out, HasSubstr("<td>" + cells + "</td>"));
  const json part = json::parse(run(words + "json").out)["collectives"][0];
  EXPECT_EQ(part["ranges"][0]["refuted"]["bytes"], 1024);
  EXPECT_NEAR(part["ranges"][0]["refuted"]["longer"], 1.40, 0.005);
  EXPECT_EQ(part["advice"]["refuted"]["way"], "Ring/LL");
}

// Colour, shape and filling: Ring, Ring/LL and Ring/Simple, of two files, are six.
TEST_F(ReportBesideRuns, EachMeasuredSeriesHasItsOwnLook) {
  const std::string one = "tests/data/measured/h200-shared-nccl-4.jsonl";
  const Outcome outcome =
      run("report tests/data/measured/h200-shared.xml --nodes 4 --measurements " + one +
          " --measurements tests/data/measured/h200-shared-own-nccl-4.jsonl --format html");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::size_t begin = outcome.out.find("id=\"all_reduce-time\"");
  const std::string chart =
      outcome.out.substr(begin, outcome.out.find("id=\"all_reduce-busbw\"") - begin);
  const std::regex entry(
      "data-kind=\"measured\" data-colour=\"(-?[0-9]+)\" "
      "data-variant=\"([0-9]+)\"");
  std::set<std::pair<std::string, std::string>> looks;
  std::size_t series = 0;
  for (std::sregex_iterator at(chart.begin(), chart.end(), entry), end; at != end; ++at) {
    looks.emplace((*at)[1], (*at)[2]);
    ++series;
  }
  EXPECT_GE(series, 9U);
  EXPECT_EQ(looks.size(), series);
}

}  // namespace report_beside_runs_test
}  // namespace treering::cli
