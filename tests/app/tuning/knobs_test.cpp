// NCCL's variables tried on recorded results: one has a planted effect, or none has. What NCCL
// itself does is made up here; which variables can matter is its plan for a real machine.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/tuning/session.h"
#include "tests/support/temporary_folder.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/record.h"

namespace treering::app::tuning {
namespace knobs_test {

using testing::Contains;
using testing::HasSubstr;
using tuner::knobs::KnobVerdict;
using tuner::knobs::Outcome;
using tuner::measure::Record;

constexpr int kSamples = 40;
constexpr int kLaunches = 6;

/// Launches lie about 1 % apart, samples less.
double wobble(int launch, int sample) {
  return 1 + 0.01 * std::sin(2 * M_PI * 0.6180339887498949 * launch) + 0.002 * std::cos(sample);
}

/// A setting "NCCL_BUFFSIZE=8388608" and a launch.
struct Ran {
  std::string setting;
  int launch = 0;
};

Record record_of(const Ran& ran, std::uint64_t bytes, double gain) {
  Record record;
  record.runner = "nccl";
  record.trial.configuration.call.bytes = bytes;
  record.trial.launch = ran.launch;
  record.ranks = 8;
  record.nodes = 1;
  record.start = "2026-11-26T00:00:00.000Z";
  record.start_id = ran.setting + "#" + std::to_string(ran.launch);
  const std::size_t equals = ran.setting.find('=');
  if (equals != std::string::npos) {
    record.environment[ran.setting.substr(0, equals)] = ran.setting.substr(equals + 1);
  }
  const double us = (30 + static_cast<double>(bytes) / 2e5) / gain;
  for (int sample = 0; sample < kSamples; ++sample) {
    record.samples_us.push_back(us * wobble(ran.launch, sample));
  }
  return record;
}

const std::vector<std::string>& settings() {
  static const std::vector<std::string> kAll{
      "",
      "NCCL_BUFFSIZE=2097152",
      "NCCL_BUFFSIZE=8388608",
      "NCCL_NTHREADS=256",
      "NCCL_NTHREADS=512",
      "NCCL_NVLS_ENABLE=0",
  };
  return kAll;
}

/// all_reduce by NCCL's own choice at 1 MiB to 1 GiB, by fours, with every setting.
std::string recorded(const support::TemporaryFolder& folder, const std::string& planted) {
  std::string path = folder.path() + "/runs.jsonl";
  std::ofstream file(path);
  int launch = 0;
  for (const std::string& setting : settings()) {
    // Rounds, and what is measured to choose an algorithm.
    for (int start = 0; start < 2 * kLaunches; ++start, ++launch) {
      for (unsigned octave = 20; octave <= 30; octave += 2) {
        const double gain = setting == planted ? 1.25 : 1;
        file << line_of(record_of({setting, launch}, std::uint64_t{1} << octave, gain)) << "\n";
      }
    }
  }
  return path;
}

TuneRequest request_for(const std::string& recording) {
  TuneRequest request;
  request.measure.runner = "replay";
  request.measure.measurements = recording;
  request.measure.sizes.minbytes = 1U << 20U;
  request.measure.sizes.maxbytes = 1U << 30U;
  request.measure.sizes.stepfactor = 4;
  request.measure.rules.launches = kLaunches;
  request.job = setup::JobRequest{};
  request.job->topology = "dgx-h100";
  request.tries_knobs = true;
  return request;
}

TEST(Knobs, ThatCanMatterAreNamedAndNotTriedUnlessAsked) {
  const support::TemporaryFolder folder;
  TuneRequest request = request_for(recorded(folder, "none"));
  request.tries_knobs = false;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->knobs.size(), tuner::measure::kKnobVariables.size());
  EXPECT_TRUE(report->outcomes.empty());
}

TEST(Knobs, APlantedGainIsFound) {
  const support::TemporaryFolder folder;
  const auto report = answer(request_for(recorded(folder, "NCCL_NVLS_ENABLE=0")));
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_FALSE(report->outcomes.empty());
  bool is_found = false;
  for (const Outcome& one : report->outcomes) {
    const bool is_planted = one.setting.text() == "NCCL_NVLS_ENABLE=0";
    EXPECT_EQ(one.verdict == KnobVerdict::Faster, is_planted) << one.setting.text();
    if (!is_planted) continue;
    is_found = true;
    ASSERT_TRUE(one.gain);
    EXPECT_NEAR(one.gain->mean, 1.25, 0.03);
    EXPECT_GE(one.confidence, 0.95);
  }
  EXPECT_TRUE(is_found);
}

TEST(Knobs, WhereNoneGainsNoneIsCalledFaster) {
  const support::TemporaryFolder folder;
  const auto report = answer(request_for(recorded(folder, "none")));
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_FALSE(report->outcomes.empty());
  for (const Outcome& one : report->outcomes) {
    EXPECT_TRUE(one.verdict != KnobVerdict::Faster && one.verdict != KnobVerdict::Slower)
        << one.setting.text() << " " << name_of(one.verdict);
    EXPECT_GE(one.pairs, 2U) << one.setting.text();
  }
}

TEST(Knobs, TheirLaunchesAreNoPartOfTheChoiceAndASecondRunGoesOn) {
  const support::TemporaryFolder folder;
  TuneRequest request = request_for(recorded(folder, "NCCL_NVLS_ENABLE=0"));
  request.measure.output = folder.path() + "/tuned.jsonl";
  const auto first = answer(request);
  ASSERT_TRUE(first) << first.error().message();
  const auto of_knobs = std::ranges::count_if(first->records, is_of_knobs);
  EXPECT_EQ(first->records.size() - static_cast<std::size_t>(of_knobs), first->measured);
  EXPECT_GT(of_knobs, 0);
  const auto second = answer(request);
  ASSERT_TRUE(second) << second.error().message();
  EXPECT_EQ(second->earlier, first->measured);
  for (std::size_t i = 0; i < first->outcomes.size(); ++i) {
    EXPECT_GE(second->outcomes[i].pairs, first->outcomes[i].pairs);
  }
}

TEST(Knobs, AValueWithoutResultsIsANoteAndNoEnd) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/plain.jsonl";
  {
    std::ofstream file(path);
    for (int launch = 0; launch < kLaunches; ++launch) {
      file << line_of(record_of({"", launch}, 1U << 30U, 1)) << "\n";
    }
  }
  TuneRequest request = request_for(path);
  request.measure.sizes.minbytes = 1U << 30U;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->notes, Contains(HasSubstr("no results with NCCL_")));
  for (const Outcome& one : report->outcomes) EXPECT_EQ(one.verdict, KnobVerdict::Undecided);
}

TEST(Knobs, AreNcclsAlone) {
  TuneRequest request;
  request.tries_knobs = true;
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("given with the runner mpi"));
}

TEST(Knobs, NeedAMachine) {
  TuneRequest request;
  request.measure.runner = "replay";
  request.measure.measurements = "runs.jsonl";
  request.tries_knobs = true;
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("without a machine"));
}

}  // namespace knobs_test
}  // namespace treering::app::tuning
