// Text is for people, most of whom have it in a terminal: 100 columns where possible, 120 at most.
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/table.h"
#include "hw/builtin.h"
#include "tests/cli/run.h"
#include "tests/support/sanitized.h"

namespace treering::cli {
namespace width_test {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

void expect_width(const std::string& line, std::size_t most, std::size_t display = 100) {
  const Outcome outcome = run_at_width(line, display);
  std::istringstream text(outcome.out + outcome.err);
  for (std::string row; std::getline(text, row);) {
    EXPECT_LE(core::display_width(row), most) << line << ": " << row;
  }
}

TEST(Width, OfWhatConcernsNoMachine) {
  expect_width("list", 100);
  expect_width("--help", 100);
}

TEST(Width, IsThatOfTheTerminal) {
  for (const std::size_t columns : {80U, 100U}) {
    for (const char* const line :
         {"show dgx-h100 --nodes 64", "show dgx-2 --nodes 2", "show gb200-nvl72",
          "show tests/fuzz/corpus/nccl_log/ranks --tree", "show examples/topology.conf",
          "doctor dgx-h100 --nodes 2 --env NCCL_IB_HCA==mlx5_0 --verbose",
          "diff dgx-h100 dgx-a100"}) {
      const Outcome outcome = run_at_width(line, columns);
      std::istringstream text(outcome.out);
      for (std::string row; std::getline(text, row);) {
        EXPECT_LE(core::display_width(row), columns) << line << ": " << row;
      }
    }
  }
}

TEST(Width, OfTheOtherReportsAndNotes) {
  const std::string runs = "examples/alps-sockets.csv";
  for (const std::size_t columns : {60U, 80U}) {
    for (const std::string& line :
         {std::string("list"), std::string("--help"), std::string("help calibrate"),
          std::string("predict --help"), std::string("show dgx-h100 --nodes 2 --graphs"),
          std::string("show aws-p5 --nodes 16"),
          std::string("predict examples/a100-oversubscribed.yaml --algo all"),
          std::string("show examples/topology.conf"),
          std::string("show tests/fuzz/corpus/nccl_log/old"), std::string("predict v100"),
          "import " + runs, "check " + runs + " --topology alps --network tcp",
          "check " + runs + " --topology alps --network infiniband",
          "validate alps --nodes 2 --network tcp --measurements " + runs,
          "calibrate alps --nodes 2 --network tcp -o /dev/null --measurements " + runs}) {
      expect_width(line, columns, columns);
    }
  }
}

TEST(Width, TablesWithoutRoomNameWhatTheyLack) {
  EXPECT_THAT(run_at_width("show dgx-h100", 60).out, HasSubstr("Without room"));
  EXPECT_THAT(run_at_width("show dgx-h100", 100).out, Not(HasSubstr("Without room")));
}

TEST(Width, OfNotesIsFreeInFiles) {
  const std::string line = "show tests/fuzz/corpus/nccl_log/old --quiet";
  EXPECT_THAT(run(line).err, Not(HasSubstr("\n  ")));
  EXPECT_THAT(run_at_width(line, 60).err, ContainsRegex("note: .*\n  [a-z]"));
}

TEST(Width, OfEveryMachine) {
  for (const std::string_view name : hw::builtin_names()) {
    const auto node = hw::load_builtin(name).value();
    const bool is_rack = node.gpu_count() > 16;
    // The search for channels of several racks takes seconds.
    std::vector<int> node_counts{is_rack ? 1 : 16};
    const bool is_typical = name == "dgx-h100" || name == "pcie-4" || name == "summit";
    if (is_typical) node_counts = {1, 2, 16};
    if (test::kIsSanitized && !is_typical) continue;  // ten times as long
    for (const int nodes : node_counts) {
      const std::string machine = fmt::format("{} --nodes {}", name, nodes);
      expect_width("show " + machine + " --graphs", 100);
      expect_width("predict " + machine + " -c all -f 32", 100);
      expect_width("predict " + machine + " -c tuned --algo all -f 32", 100);
      if (is_typical) expect_width("predict " + machine + " -c tuned -f 32 --channels all", 100);
      expect_width("explain " + machine + " -b 8M", 100);
      for (const std::size_t narrow : {60U, 80U}) {
        if (!is_typical) break;
        expect_width("predict " + machine + " -c all -f 32", narrow, narrow);
        expect_width("predict " + machine + " -c tuned --algo all -f 32", narrow, narrow);
        expect_width("predict " + machine + " -c tuned -f 32 --channels all", narrow, narrow);
        expect_width("explain " + machine + " -b 8M", narrow, narrow);
      }
      expect_width("export " + machine + " --to env", 120);
    }
  }
}

}  // namespace width_test
}  // namespace treering::cli
