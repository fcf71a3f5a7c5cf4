// Text is for people, most of whom have it in a terminal: 100 columns where possible, 120 at most.
#include <sstream>

#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "tests/cli/run.h"
#include "tuner/report/text_table.h"

namespace treering::cli {
namespace {

void expect_width(const std::string& line, std::size_t most) {
  const Outcome outcome = run(line);
  std::istringstream text(outcome.out + outcome.err);
  for (std::string row; std::getline(text, row);) {
    EXPECT_LE(tuner::display_width(row), most) << line << ": " << row;
  }
}

TEST(Width, OfWhatConcernsNoMachine) {
  expect_width("list", 100);
  expect_width("--help", 100);
}

TEST(Width, OfEveryMachine) {
  for (const std::string_view name : hw::builtin_names()) {
    // The search for channels of several racks takes seconds.
    const int gpus = hw::load_builtin(name)->gpu_count();
    const bool is_rack = gpus > 16;
    // The matrix of 16 GPUs and 8 NICs is as wide as that of nvidia-smi.
    const std::size_t most = gpus > 8 ? 160 : 120;
    for (const std::string nodes : {"1", "2", "16"}) {
      if (is_rack && nodes != "1") continue;
      const std::string machine = std::string(name) + " --nodes " + nodes;
      expect_width("show " + machine + " --graphs", most);
      expect_width("predict " + machine + " -c all -f 32", 120);
      expect_width("predict " + machine + " -c tuned --algo all -f 32", 120);
      expect_width("explain " + machine + " -b 8M", 100);
      expect_width("export " + machine + " --to env", 120);
    }
  }
}

}  // namespace
}  // namespace treering::cli
