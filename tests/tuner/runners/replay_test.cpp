// A recorded file as if it were measured.
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tuner/measure/record.h"
#include "tuner/runners/registry.h"

namespace treering::tuner::runners {
namespace replay_test {

/// Workers that answer from one record.
std::unique_ptr<measure::Workers> replayed(const measure::Record& record) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream(path) << line_of(record) << "\n";
  const auto start = (*find_runner("replay"))->starter({.recording = path});
  if (!start) return nullptr;
  auto workers = (*start)();
  return workers ? *std::move(workers) : nullptr;
}

TEST(Replay, KeepsTheMarkOfEmulatedGpus) {
  measure::Record record;
  record.runner = "nccl";
  record.trial.configuration.bytes = 8;
  record.samples_us = {1, 2};
  const auto measured = replayed(record);
  ASSERT_NE(measured, nullptr);
  EXPECT_TRUE(measured->hello().environment.empty());
  record.environment[measure::kEmulatedFact] = "yes";
  const auto emulated = replayed(record);
  ASSERT_NE(emulated, nullptr);
  EXPECT_TRUE(emulated->hello().environment.contains(measure::kEmulatedFact));
}

}  // namespace replay_test
}  // namespace treering::tuner::runners
