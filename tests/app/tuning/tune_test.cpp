// Tuning from recorded results whose truth is known.
#include "app/tuning/tune.h"

#include <cmath>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tuner/measure/record.h"

namespace treering::app::tuning {
namespace tune_test {

using testing::Contains;
using testing::HasSubstr;
using tuner::measure::Record;

constexpr int kLaunches = 6;
constexpr int kSamples = 40;

/// A library that takes recursive doubling up to 64 KiB and a slow way beyond, where the ring would
/// take half the time.
double true_us(const std::string& algorithm, std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  const double doubling = 100 + size / 20;
  if (algorithm == "ring") return 400 + size / 80;
  if (algorithm == "linear") return 150 + size / 10;
  if (algorithm == "recursive_doubling") return doubling;
  return bytes <= (64U << 10U) ? doubling : 800 + size / 40;  // its own choice
}

/// Launches and samples differ by about 1 %.
double wobble(int launch, int sample, std::uint64_t bytes) {
  const double phase = 1.7 * launch + 0.37 * sample + std::log(static_cast<double>(bytes));
  return 1 + 0.01 * std::sin(phase) + 0.005 * std::cos(3.1 * sample);
}

Record record_of(const std::string& algorithm, std::uint64_t bytes, int launch) {
  Record record;
  record.runner = "mpi";
  record.trial.configuration.call.bytes = bytes;
  record.trial.configuration.way.algorithm = algorithm;
  record.trial.launch = launch;
  record.ranks = 4;
  record.nodes = 4;
  record.start = "2026-11-25T00:00:0" + std::to_string(launch) + ".000Z";
  record.environment["shaped_gbit"] = "1";
  record.environment["cores"] = "2";
  for (int sample = 0; sample < kSamples; ++sample) {
    record.samples_us.push_back(true_us(algorithm, bytes) * wobble(launch, sample, bytes));
  }
  return record;
}

/// Every way at 1 KiB to 4 MiB, six launches.
std::string recorded(const support::TemporaryFolder& folder) {
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream file(path);
  for (int launch = 0; launch < kLaunches; ++launch) {
    for (const std::string algorithm : {"", "ring", "recursive_doubling", "linear"}) {
      for (unsigned octave = 10; octave <= 22; ++octave) {
        file << line_of(record_of(algorithm, std::uint64_t{1} << octave, launch)) << "\n";
      }
    }
  }
  return path;
}

TuneRequest request_for(const std::string& recording) {
  TuneRequest request;
  request.measure.runner = "replay";
  request.measure.measurements = recording;
  request.measure.sizes.minbytes = 1024;
  request.measure.sizes.maxbytes = 4U << 20U;
  request.measure.algorithms = {"all"};
  request.measure.rules.launches = kLaunches;
  return request;
}

const Choice* choice_at(const TuneReport& report, std::uint64_t bytes) {
  for (const Choice& one : report.choices) {
    if (one.from_bytes <= bytes && bytes <= one.to_bytes) return &one;
  }
  return nullptr;
}

TEST(Tune, FindsThePlantedBetterWayAndKeepsTheRest) {
  const support::TemporaryFolder folder;
  const auto report = answer(request_for(recorded(folder)));
  ASSERT_TRUE(report) << report.error().message();
  // 13 sizes, 4 ways, 6 launches.
  EXPECT_EQ(report->exhaustive, 13U * 4U * 6U);
  EXPECT_LE(report->measured, report->exhaustive * 15 / 100);
  EXPECT_EQ(report->ranks, 4);
  EXPECT_THAT(report->expected_from, HasSubstr("model of hosts"));
  const Choice* const small = choice_at(*report, 2048);
  ASSERT_NE(small, nullptr);
  EXPECT_TRUE(small->way.is_default());
  EXPECT_EQ(small->gain, std::nullopt);
  const Choice* const large = choice_at(*report, 4U << 20U);
  ASSERT_NE(large, nullptr);
  EXPECT_EQ(large->way.algorithm, "ring");
  EXPECT_EQ(large->reason, Reason::Faster);
  ASSERT_TRUE(large->gain);
  // At 4 MiB: 105,658 us over 52,829 us.
  EXPECT_NEAR(large->gain->mean, 2, 0.2);
  EXPECT_GT(large->confidence.value_or(0), 0.9);
}

TEST(Tune, ChoicesCoverEverySizeOnce) {
  const support::TemporaryFolder folder;
  const auto report = answer(request_for(recorded(folder)));
  ASSERT_TRUE(report) << report.error().message();
  std::uint64_t next = 1024;
  for (const Choice& one : report->choices) {
    EXPECT_EQ(one.from_bytes, next);
    EXPECT_GE(one.to_bytes, one.from_bytes);
    next = one.to_bytes * 2;
  }
  EXPECT_EQ(next, 8U << 20U);
}

// A small budget leaves no launches to confirm what it finds.
TEST(Tune, GuessesWhereItIsUndecided) {
  const support::TemporaryFolder folder;
  TuneRequest request = request_for(recorded(folder));
  request.budget = 0.02;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  const Choice* const large = choice_at(*report, 4U << 20U);
  ASSERT_NE(large, nullptr);
  EXPECT_EQ(large->reason, Reason::Undecided);
  EXPECT_TRUE(large->way.is_default());
  ASSERT_FALSE(report->guesses.empty());
  const Guess& guess = report->guesses.back();
  EXPECT_EQ(guess.to_bytes, 4U << 20U);
  EXPECT_EQ(guess.way.algorithm, "ring");
  EXPECT_GT(guess.gain.mean, 1.02);
  EXPECT_LE(guess.gain.low, guess.gain.mean);
  EXPECT_GE(guess.gain.high, guess.gain.mean);
  EXPECT_GT(guess.chance, 0.5);
  for (const Guess& one : report->guesses) {
    EXPECT_FALSE(one.way.is_default());
    const Choice* const choice = choice_at(*report, one.from_bytes);
    ASSERT_NE(choice, nullptr);
    EXPECT_EQ(choice->reason, Reason::Undecided);
  }
}

TEST(Tune, WhatIsConfirmedIsNoGuess) {
  const support::TemporaryFolder folder;
  const auto report = answer(request_for(recorded(folder)));
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_EQ(choice_at(*report, 4U << 20U)->reason, Reason::Faster);
  for (const Guess& one : report->guesses) EXPECT_LT(one.to_bytes, 4U << 20U);
}

TEST(Tune, ASecondRunGoesOnFromTheFile) {
  const support::TemporaryFolder folder;
  TuneRequest request = request_for(recorded(folder));
  request.measure.output = folder.path() + "/tuned.jsonl";
  request.budget = 0.05;
  const auto first = answer(request);
  ASSERT_TRUE(first) << first.error().message();
  EXPECT_EQ(first->ending, tuner::tune::Ending::Spent);
  EXPECT_THAT(first->notes, Contains(HasSubstr("budget of 5 %")));
  request.budget = 0.1;
  const auto second = answer(request);
  ASSERT_TRUE(second) << second.error().message();
  EXPECT_EQ(second->earlier, first->measured);
  EXPECT_GT(second->measured, first->measured);
  EXPECT_LE(second->measured, second->exhaustive / 10);
}

TEST(Tune, StoppedAtOnceItStillAnswers) {
  const support::TemporaryFolder folder;
  TuneRequest request = request_for(recorded(folder));
  std::stop_source stop;
  stop.request_stop();
  request.measure.stop = stop.get_token();
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->ending, tuner::tune::Ending::Stopped);
  EXPECT_EQ(report->measured, 0U);
  // Nothing is recommended that nothing shows.
  for (const Choice& one : report->choices) EXPECT_NE(one.reason, Reason::Faster);
}

TEST(Tune, ResultsOfEmulatedGpusAreMarked) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/emulated.jsonl";
  {
    std::ofstream file(path);
    for (const std::string algorithm : {"", "ring"}) {
      Record record = record_of(algorithm, 1024, 0);
      record.runner = "nccl";
      record.environment[tuner::measure::kEmulatedFact] = "yes";
      file << line_of(record) << "\n";
    }
  }
  TuneRequest request = request_for(path);
  request.measure.sizes.maxbytes = 1024;
  request.budget = 1;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->is_emulated());
}

TEST(Tune, ABudgetIsAShare) {
  TuneRequest request;
  request.budget = 0;
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("⟨budget⟩"));
}

}  // namespace tune_test
}  // namespace treering::app::tuning
