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
#include "tuner/runners/runner.h"

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
  record.ranks = 2;
  record.trial.configuration.call.bytes = 8;
  record.samples_us = {1, 2};
  const auto measured = replayed(record);
  ASSERT_NE(measured, nullptr);
  EXPECT_FALSE(measured->hello().environment.contains(measure::kEmulatedFact));
  record.environment[measure::kEmulatedFact] = "yes";
  const auto emulated = replayed(record);
  ASSERT_NE(emulated, nullptr);
  EXPECT_TRUE(emulated->hello().environment.contains(measure::kEmulatedFact));
}

// Which calls were late is not recorded; whoever stops early should have seen some of them.
TEST(Replay, LateCallsLieAmongTheSamples) {
  measure::Record record;
  record.runner = "mpi";
  record.ranks = 2;
  record.trial.configuration.call.bytes = 8;
  record.samples_us = {1, 2, 3, 4, 5, 6};
  record.late = 3;
  const auto workers = replayed(record);
  ASSERT_NE(workers, nullptr);
  const auto half = workers->run({.configuration = {.call = {.bytes = 8}}, .samples = 6}, {});
  ASSERT_TRUE(half);
  EXPECT_EQ(half->samples_us, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(half->late, 2);
}

measure::Record some_record(const std::string& start, std::vector<double> samples) {
  measure::Record record;
  record.runner = "mpi";
  record.ranks = 2;
  record.trial.configuration.call.bytes = 8;
  record.start = start;
  record.samples_us = std::move(samples);
  record.environment = {{"cpu", "theirs"}, {"library", "Open MPI"}};
  return record;
}

/// Samples of the next start, or why there are none.
std::string samples_of(const measure::StartWorkers& start) {
  const auto workers = start();
  if (!workers) return workers.error().message();
  const auto batch = (*workers)->run({.configuration = {.call = {.bytes = 8}}, .samples = 10}, {});
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

// Another process has put launch "b" into the file, all of "c" but a late call, and something else.
TEST(Replay, NoLaunchIsReplayedTwiceIntoAFile) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream(path) << line_of(some_record("a", {1, 2})) << "\n"
                      << line_of(some_record("b", {5, 6})) << "\n"
                      << line_of(some_record("c", {5, 7, 8})) << "\n";
  const std::string output = folder.path() + "/tuned.jsonl";
  std::ofstream(output) << line_of(some_record("x", {5, 6})) << "\n"
                        << line_of(some_record("y", {5, 8})) << "\n"
                        << line_of(some_record("z", {1, 3})) << "\n";
  const auto start = (*find_runner("replay"))->starter({.recording = path, .continued = output});
  ASSERT_TRUE(start);
  EXPECT_EQ((*start)().value()->hello().recorded_launches, 3);
  EXPECT_EQ(samples_of(*start), "1 2");
  EXPECT_EQ(samples_of(*start), "all_reduce: the recording has no more launches");
}

core::Result<measure::StartWorkers> starter_of(const support::TemporaryFolder& folder,
                                               const std::vector<measure::Record>& records) {
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream file(path);
  for (const measure::Record& record : records) file << line_of(record) << "\n";
  file.close();
  return (*find_runner("replay"))->starter({.recording = path});
}

// Two runs whose files were joined, the newer one first.
TEST(Replay, StartsComeInTheOrderOfTheirTimes) {
  const support::TemporaryFolder folder;
  const auto start = starter_of(folder, {some_record("2026-11-25T09:00:00.000Z", {5, 6}),
                                         some_record("2026-11-25T08:00:00.000Z", {1, 2})});
  ASSERT_TRUE(start);
  EXPECT_EQ(samples_of(*start), "1 2");
  EXPECT_EQ(samples_of(*start), "5 6");
}

// Five calls, of which two were late: a trial of five ends there, and does not read on in the next
// result.
TEST(Replay, LateCallsAreReplayedToo) {
  const support::TemporaryFolder folder;
  measure::Record first = some_record("a", {1, 2, 3});
  first.late = 2;
  first.clock_error_us = 0.5;
  const auto start = starter_of(folder, {first, some_record("a", {7, 8})});
  ASSERT_TRUE(start);
  const auto workers = (*start)();
  ASSERT_TRUE(workers);
  const auto batch = (*workers)->run({.configuration = {.call = {.bytes = 8}}, .samples = 5}, {});
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->samples_us, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(batch->late, 2);
  EXPECT_EQ(batch->clock_error_us, 0.5);
  const auto turn = (*workers)->run({.configuration = {.call = {.bytes = 8}}, .samples = 5}, {});
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->samples_us, (std::vector<double>{7, 8}));
  const auto more = (*workers)->run({.configuration = {.call = {.bytes = 8}}, .samples = 0}, {});
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().message(), "all_reduce: the recording has no more samples");
}

// The two results of a start were written by two versions.
TEST(Replay, SpreadsAreThoseOfTheRecordingOrNone) {
  const support::TemporaryFolder folder;
  measure::Record newer = some_record("a", {1, 2});
  newer.spread_us = {0.5, 0.25};
  const auto start = starter_of(folder, {newer, some_record("a", {3})});
  ASSERT_TRUE(start);
  const auto workers = (*start)();
  ASSERT_TRUE(workers);
  const auto both = (*workers)->run({.configuration = {.call = {.bytes = 8}}, .samples = 2}, {});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->spread_us, (std::vector<double>{0.5, 0.25}));
  const auto older = (*workers)->run({.configuration = {.call = {.bytes = 8}}, .samples = 2}, {});
  ASSERT_TRUE(older);
  EXPECT_EQ(older->samples_us, std::vector<double>{3});
  EXPECT_TRUE(older->spread_us.empty());
}

measure::Record turn_of(int launch, int turn, std::vector<double> samples) {
  measure::Record record = some_record(fmt::format("{}-{}", launch, turn), std::move(samples));
  record.trial.launch = launch;
  record.trial.is_sentinel = true;
  record.trial.turn = turn;
  return record;
}

std::string turn_of(measure::Workers& workers, int turn, int samples) {
  measure::Trial trial{.configuration = {.call = {.bytes = 8}}};
  trial.is_sentinel = true;
  trial.turn = turn;
  if (!workers.begin(trial)) return "none";
  const auto batch = workers.run({.configuration = {.call = {.bytes = 8}}, .samples = samples}, {});
  return batch ? fmt::format("{}", fmt::join(batch->samples_us, " ")) : batch.error().message();
}

// The configuration's own samples are left for its row. Turn 1 of the first launch had workers of
// its own, turn 2 failed, and the second launch has one turn. Of a turn that is not read to its end
// the next one does not go on.
TEST(Replay, TurnsOfTheSentinelAreRecordedTurns) {
  const support::TemporaryFolder folder;
  measure::Record failed = turn_of(0, 2, {});
  failed.error = "rank 1 died";
  const auto start =
      starter_of(folder, {turn_of(0, 0, {1, 2}), some_record("a", {7, 8}), turn_of(0, 1, {3}),
                          failed, turn_of(1, 0, {5}), some_record("b", {9})});
  ASSERT_TRUE(start);
  const auto first = (*start)();
  ASSERT_TRUE(first);
  EXPECT_EQ(turn_of(**first, 0, 1), "1");
  EXPECT_TRUE((*first)->begin({.configuration = {.call = {.bytes = 8}}}));
  const auto own = (*first)->run({.configuration = {.call = {.bytes = 8}}, .samples = 9}, {});
  ASSERT_TRUE(own);
  EXPECT_EQ(own->samples_us, (std::vector<double>{7, 8}));
  EXPECT_EQ(turn_of(**first, 1, 9), "3");
  EXPECT_EQ(turn_of(**first, 2, 9), "all_reduce: rank 1 died");
  EXPECT_EQ(turn_of(**first, 3, 9), "none");
  const auto second = (*start)();
  ASSERT_TRUE(second);
  EXPECT_EQ(turn_of(**second, 0, 9), "5");
  EXPECT_EQ(turn_of(**second, 1, 9), "none");
}

// What a result says of its machine is its own.
TEST(Replay, EachResultHasItsOwnEnvironment) {
  const support::TemporaryFolder folder;
  measure::Record later = some_record("b", {5});
  later.environment["cpu"] = "another";
  later.environment["seed"] = "9";
  const auto start = starter_of(folder, {some_record("a", {1}), later});
  ASSERT_TRUE(start);
  for (const std::string cpu : {"theirs", "another"}) {
    const auto workers = (*start)();
    ASSERT_TRUE(workers);
    EXPECT_FALSE((*workers)->hello().environment.contains("cpu"));
    const auto batch = (*workers)->run({.configuration = {.call = {.bytes = 8}}, .samples = 1}, {});
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->environment.at("cpu"), cpu);
    EXPECT_FALSE(batch->environment.contains("seed")) << "the replay has its own";
  }
}

TEST(Replay, RefusesWhatIsNoRecordingOfOneJob) {
  const support::TemporaryFolder folder;
  measure::Record other = some_record("b", {5});
  other.ranks = 4;
  EXPECT_NE(
      starter_of(folder, {some_record("a", {1}), other})
          .error()
          .message()
          .find("runs of mpi on 2 ranks of 0 nodes and of mpi on 4 ranks of 0 nodes, expected "
                "those of one job"),
      std::string::npos);
  const auto missing = (*find_runner("replay"))->starter({.recording = folder.path() + "/none"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message().find("no results"), std::string::npos);
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
