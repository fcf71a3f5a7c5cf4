// What doctor prints to run and to paste: a script that a shell reads, and Markdown in which
// nothing of a file is markup.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace fix_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// With what a shell, a table and a page would take for theirs.
constexpr const char* kHostileLog =
    "n1:7:9 [1] misc/socket.cc:1 NCCL WARN $(touch ran) `touch ran`; touch ran # | a | </details>\n"
    "n1:7:9 [1] NCCL INFO NCCL_SOCKET_IFNAME set by environment to docker0'; touch ran;'|x\n"
    "n2:7:9 [1] include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on "
    "device\n";

class DoctorFix : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::string path = folder_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  support::TemporaryFolder folder_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Those that a shell runs.
std::vector<std::string> run_lines_of(const std::string& script) {
  std::vector<std::string> lines = lines_of(script);
  std::erase_if(lines, [](const std::string& one) { return one.empty() || one.front() == '#'; });
  return lines;
}

TEST_F(DoctorFix, HasABlockForEachFinding) {
  const std::string words =
      "doctor dgx-h100 --nodes 2 --env NCCL_IB_HCA==mlx5_0 --env NCCL_PROTO=LL";
  const Outcome outcome = run(words + " --fix");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("#!/bin/sh\n# "));
  const auto findings = nlohmann::json::parse(run(words + " --format json").out)["findings"];
  ASSERT_GT(findings.size(), 1U);
  const std::vector<std::string> lines = lines_of(outcome.out);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    EXPECT_THAT(lines, Contains(StartsWith(fmt::format("# {}. ", i + 1))));
    for (const auto& command : findings[i]["commands"]) {
      const std::string line = command["line"];
      EXPECT_THAT(lines, Contains(command["careful"].is_null() ? line : "# " + line));
    }
  }
  EXPECT_THAT(run_lines_of(outcome.out), Contains("unset NCCL_IB_HCA"));
}

TEST_F(DoctorFix, IsReadByAShellAndRunsNothingOfAFile) {
  const std::string log = write("run.log", kHostileLog);
  const Outcome outcome = run("doctor " + log + " --fix --verbose");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const std::string script = write("fix.sh", outcome.out);
  EXPECT_EQ(std::system(fmt::format("sh -n {}", script).c_str()), 0);
  for (const std::string& line : run_lines_of(outcome.out)) {
    EXPECT_THAT(line, Not(HasSubstr("touch")));
  }
}

TEST_F(DoctorFix, NamesTheHostOfALogsLine) {
  const std::string log = write("run.log", kHostileLog);
  EXPECT_THAT(run("doctor " + log + " --fix").out, HasSubstr("\n# where: host n2\n"));
  const auto findings =
      nlohmann::json::parse(run("doctor " + log + " --format json").out)["findings"];
  std::vector<std::string> hosts;
  for (const auto& finding : findings) {
    if (finding["host"].is_string()) hosts.push_back(finding["host"]);
  }
  EXPECT_THAT(hosts, Contains("n2"));
}

TEST_F(DoctorFix, QuietHasTheBlocksAlone) {
  const std::string script = run("doctor dgx-h100 --env NCCL_DEBUG=TRACE --fix --quiet").out;
  EXPECT_THAT(script, StartsWith("#!/bin/sh\n\n# 1. "));
  EXPECT_THAT(script, HasSubstr("\nexport NCCL_DEBUG=WARN\n"));
}

TEST_F(DoctorFix, IsNoSecondFormat) {
  EXPECT_EQ(run("doctor dgx-h100 --fix --format json").exit_code, 2);
}

TEST_F(DoctorFix, AReportHasNoMarkupOfAFile) {
  const std::string log = write("run.log", kHostileLog);
  const Outcome outcome = run("doctor " + log + " --format markdown");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(outcome.err, ::testing::IsEmpty());
  EXPECT_THAT(outcome.out, HasSubstr("\\`touch ran\\`"));
  for (const std::string& line : lines_of(outcome.out)) {
    if (line.find("touch") == line.npos) continue;
    EXPECT_THAT(line, Not(HasSubstr(" </details>"))) << line;
  }
  // "| what | value | read from |" has four bars; those of a file have a backslash.
  for (const std::string& line : lines_of(outcome.out)) {
    if (!line.starts_with("| ")) continue;
    int bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
    }
    EXPECT_EQ(bars, 4) << line;
  }
}

TEST_F(DoctorFix, AReportSaysWhatWasReadAndHowToRepeatIt) {
  const std::string log = write("run.log", kHostileLog);
  const std::string report = run("doctor " + log + " --nodes 2 --format markdown").out;
  EXPECT_THAT(report, HasSubstr("\ntreering doctor " + log + " --nodes 2 --format markdown\n"));
  EXPECT_THAT(report, HasSubstr("\ntreering doctor " + log + " --nodes 2 --fix\n"));
  EXPECT_THAT(report, HasSubstr("| source | nccl-log | "));
  EXPECT_THAT(report, HasSubstr("| variable | NCCL_SOCKET_IFNAME=docker0"));
  EXPECT_THAT(report, HasSubstr("run.log: line 2 |"));
}

TEST_F(DoctorFix, AReportOfACheckHasItsRowsAndFiles) {
  const std::string words =
      "check tests/data/pages/slow-at-large-sizes.log --topology dgx-h100 -c all_reduce";
  const Outcome outcome = run(words + " --format markdown");
  EXPECT_EQ(outcome.exit_code, run(words).exit_code);
  EXPECT_THAT(outcome.out, HasSubstr("\nVerdict: "));
  EXPECT_THAT(outcome.out, HasSubstr("as text of nccl-tests | tests/data/pages/"));
  EXPECT_THAT(outcome.out,
              HasSubstr("--topology dgx-h100 --collective all_reduce --format markdown\n"));
  EXPECT_THAT(outcome.err, ::testing::IsEmpty());
  EXPECT_THAT(run(words + " --format markdown --quiet").out, Not(HasSubstr("To repeat it")));
}

TEST_F(DoctorFix, AReportOfHostsHasItsRows) {
  const Outcome outcome =
      run("check tests/data/measured/shaped-mpi-4.jsonl --topology hosts --nic-rate 0.1 --format "
          "markdown");
  EXPECT_LE(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\nVerdict: "));
  EXPECT_THAT(outcome.out, HasSubstr("--topology hosts --nic-rate 0.1 --format markdown\n"));
}

}  // namespace fix_test
}  // namespace treering::cli
