// A recorded file as if it were measured.
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
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
  EXPECT_FALSE(measured->hello().environment.contains(measure::kEmulatedFact));
  record.environment[measure::kEmulatedFact] = "yes";
  const auto emulated = replayed(record);
  ASSERT_NE(emulated, nullptr);
  EXPECT_TRUE(emulated->hello().environment.contains(measure::kEmulatedFact));
}

measure::Record some_record(const std::string& start, std::vector<double> samples) {
  measure::Record record;
  record.runner = "mpi";
  record.trial.configuration.bytes = 8;
  record.start = start;
  record.samples_us = std::move(samples);
  record.environment = {{"cpu", "theirs"}, {"library", "Open MPI"}};
  return record;
}

/// Samples of the next start, or why there are none.
std::string samples_of(const measure::StartWorkers& start) {
  const auto workers = start();
  if (!workers) return workers.error().message();
  const auto batch = (*workers)->run({.configuration = {.bytes = 8}, .samples = 10}, {});
  return batch ? fmt::format("{}", fmt::join(batch->samples_us, " ")) : batch.error().message();
}

// Samples of one launch are no two launches: they would agree as fresh starts do not.
TEST(Replay, EachStartIsARecordedOne) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream(path) << line_of(some_record("a", {1, 2})) << "\n"
                      << line_of(some_record("b", {5, 6})) << "\n"
                      << line_of(some_record("a", {3})) << "\n";
  const auto start = (*find_runner("replay"))->starter({.recording = path});
  ASSERT_TRUE(start);
  EXPECT_EQ(samples_of(*start), "1 2 3");
  EXPECT_EQ(samples_of(*start), "5 6");
  EXPECT_EQ(samples_of(*start), "all_reduce: the recording has no more launches");
}

// It was measured there, by another runner.
TEST(Replay, HasTheMachineOfItsRecording) {
  const auto workers = replayed(some_record("a", {1}));
  ASSERT_NE(workers, nullptr);
  const auto& environment = workers->hello().environment;
  EXPECT_EQ(environment.at("cpu"), "theirs");
  EXPECT_EQ(environment.at(measure::kReplayedFact), "mpi");
}

}  // namespace replay_test
}  // namespace treering::tuner::runners
