// What treering calibrate and validate say beside their figures.
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/measured_job.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace calibration_report_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CalibrationReport : public MeasuredJob {};

/// A line of the table of parameters: name, before, after.
struct ReportLine {
  std::string name;
  double before = 0;
  double after = 0;
  bool is_identified = true;
};
std::vector<ReportLine> parameter_lines(const std::string& report) {
  std::vector<ReportLine> lines;
  std::istringstream stream(report);
  for (std::string line; std::getline(stream, line);) {
    // "  hops inside nodes (scale.hop)   1   0.9   10.7 %   81.6 %", or "-" in place of the last.
    const std::size_t name = line.find('(');
    const std::size_t name_end = line.find(')');
    if (!line.starts_with("  ") || name == std::string::npos) continue;
    ReportLine one;
    one.name = line.substr(name + 1, name_end - name - 1);
    std::istringstream(line.substr(name_end + 1)) >> one.before >> one.after;
    one.is_identified = !line.ends_with(" -");
    lines.push_back(one);
  }
  return lines;
}

// Two rows cannot tell six scales and a launch.
TEST_F(CalibrationReport, WhatIsSaidNotToBeIdentifiableHasNotMoved) {
  job_ = "dgx-a100 --nodes 2 --measurements " + write("slow.csv", kHead + slow_sweep());
  const std::string report = run("calibrate " + job_ + " --anchor -o " + path("mine.json")).out;
  const auto lines = parameter_lines(report);
  ASSERT_EQ(lines.size(), 7U) << report;
  const auto profile = nlohmann::json::parse(text_of(path("mine.json")));
  std::size_t unidentified = 0;
  for (const ReportLine& line : lines) {
    unidentified += line.is_identified ? 0U : 1U;
    EXPECT_EQ(profile["parameters"].contains(line.name), line.is_identified) << line.name;
    if (line.is_identified) continue;
    EXPECT_EQ(line.before, line.after) << line.name;
  }
  EXPECT_GT(unidentified, 0U) << report;
}

// Two sweeps of one job, one of which takes ten times as long: no interval holds both.
TEST_F(CalibrationReport, IntervalsThatHoldTooLittleAreNamed) {
  std::string rows;
  for (long long bytes = 1 << 22; bytes <= 1 << 28; bytes *= 2) {
    for (const int us_per_mb : {10, 100}) {
      rows += fmt::format("s{},all_reduce,{},2,16,,{}\n", us_per_mb, bytes,
                          bytes / 1000000 * us_per_mb + 40);
    }
  }
  const auto report_on = [&](const std::string& measured) {
    return run("calibrate dgx-a100 --nodes 2 --measurements " + write("two.csv", kHead + measured) +
               " -o " + path("p.json"))
        .out;
  };
  EXPECT_THAT(report_on(rows), HasSubstr("too narrow"));
  EXPECT_THAT(report_on(slow_sweep()), Not(HasSubstr("too narrow")));
}

constexpr const char* kHeadWithGpu =
    "id,gpu,inter_link,collective,size_bytes,nodes,ranks,algo_forced,time_us_oop\n";

TEST_F(CalibrationReport, RowsOfOtherGpusAreNotedByName) {
  const std::string file =
      write("mixed.csv", std::string(kHeadWithGpu) +
                             "old,V100-SXM2-32GB,,all_reduce,1024,2,16,,50\n"
                             "ours,A100-SXM4-40GB,IB HDR,all_reduce,1024,2,16,,40\n"
                             "new,H200,,all_reduce,4096,2,16,,40\n");
  const std::string words = "validate dgx-a100 --nodes 2 --format csv --measurements " + file;
  EXPECT_THAT(run(words).err, HasSubstr("different machines"));
  EXPECT_THAT(run(words + " --id ours").err, Not(HasSubstr("different machines")));
}

TEST_F(CalibrationReport, ValidateSaysWhichRowsTheProfileWasFittedTo) {
  job_ = "dgx-a100 --nodes 2 --measurements " + write("slow.csv", kHead + slow_sweep());
  run("calibrate " + job_ + " -o " + path("all.json"));
  run("calibrate " + job_ + " --anchor -o " + path("ends.json"));
  const std::string note = "that profile dgx-a100 was ";
  const auto notes_with = [&](const std::string& profile) {
    return run("validate --format csv " + job_ + " --profile " + path(profile)).err;
  };
  EXPECT_THAT(notes_with("all.json"), AllOf(HasSubstr("10 of 10 rows"), HasSubstr(note)));
  EXPECT_THAT(notes_with("ends.json"), AllOf(HasSubstr("2 of 10 rows"), HasSubstr(note)));
  EXPECT_EQ(run("validate --format csv " + job_).err.find(note), std::string::npos);
  const std::string json =
      run("validate --format json " + job_ + " --profile " + path("all.json")).out;
  EXPECT_EQ(nlohmann::json::parse(json)["fitted_rows"].get<int>(), 10);
  job_ = "dgx-a100 --nodes 2 --measurements " + runs_;  // rows that it has not seen
  EXPECT_THAT(notes_with("all.json"), Not(HasSubstr(note)));
}

}  // namespace calibration_report_test
}  // namespace treering::cli
