#include "tuner/measure/conductor.h"

#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tests/tuner/measure/conducted.h"
#include "tests/tuner/measure/fake_workers.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/journal.h"

namespace treering::tuner::measure {
namespace conductor_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The call that is watched in a later batch may have run something else.
TEST(Conductor, SaysWhereWhatRanChangesFromCallToCall) {
  int batches = 0;
  const auto answer = [&](const Task& task) {
    auto batch = steady(task, 5);
    batch->seen = {kLogWitness, {}, {++batches < 3 ? "ring" : "tree", "ll", 2}};
    return batch;
  };
  const Record changed = conducted(sweep_of(1), answer).records.at(0);
  EXPECT_EQ(changed.used.algorithms(), std::vector<std::string>{"ring"});
  EXPECT_EQ(changed.environment.at(kAlsoRanFact), "tree/ll/2 ch");
  batches = -100;
  const Record same = conducted(sweep_of(1), answer).records.at(0);
  EXPECT_FALSE(same.environment.contains(kAlsoRanFact));
}

// Whoever asks for fewer samples than show how they depend on each other gets an open interval.
TEST(Conductor, FewSamplesAreNotConverged) {
  Sweep sweep = sweep_of(1);
  sweep.rules.stop.most = 20;
  const auto answer = [](const Task& task) { return steady(task, 5); };
  const Record few = conducted(sweep, answer).records.at(0);
  EXPECT_EQ(few.samples_us.size(), 20U);
  EXPECT_FALSE(few.is_converged);
  EXPECT_TRUE(conducted(sweep_of(1), answer).records.at(0).is_converged);
}

// More samples would not help where the ranks start apart: it ends, and says that it is open.
TEST(Conductor, WhatStartsLeaveOpenIsNotConverged) {
  const auto apart_by = [](double spread) {
    return [=](const Task& task) {
      auto batch = steady(task, 5);
      batch->spread_us.assign(batch->samples_us.size(), spread);
      return batch;
    };
  };
  const Record near = conducted(sweep_of(1), apart_by(0.1)).records.at(0);
  const Record far = conducted(sweep_of(1), apart_by(0.4)).records.at(0);
  EXPECT_TRUE(near.is_converged);
  EXPECT_FALSE(far.is_converged);
  EXPECT_EQ(far.samples_us.size(), near.samples_us.size());
}

TEST(Conductor, MeasuresEachTrialOfEachLaunch) {
  Sweep sweep = sweep_of(5);
  sweep.rules.launches = 3;
  const Outcome outcome = conducted(sweep, [](const Task& task) {
    return steady(task, static_cast<double>(task.configuration.call.bytes));
  });
  ASSERT_TRUE(outcome.done);
  EXPECT_EQ(outcome.starts, 3);
  // 5 configurations and the sentinel before each and at the end, three times.
  ASSERT_EQ(outcome.records.size(), 33U);
  EXPECT_EQ(*outcome.done, 33U);
  for (const Record& record : outcome.records) {
    EXPECT_EQ(record.error, "");
    EXPECT_TRUE(record.is_converged);
    EXPECT_EQ(record.median_us, static_cast<double>(record.trial.configuration.call.bytes));
    EXPECT_EQ(record.samples_us.size(), sweep.rules.stop.least);
    EXPECT_EQ(record.spread_us.size(), record.samples_us.size());
    EXPECT_GE(*record.coverage, 0.95);
    EXPECT_TRUE(record.environment.contains(kTimeFact));
    EXPECT_EQ(record.ranks, 4);
    EXPECT_EQ(record.environment.at("library"), "fake 1.0");
    EXPECT_EQ(record.environment.at("binding"), "spread");
  }
}

// Workers that are there at once start in the same millisecond.
TEST(Conductor, EachStartHasANumberOfItsOwn) {
  Sweep sweep = sweep_of(2);
  sweep.rules.launches = 20;
  const Outcome outcome = conducted(sweep, [](const Task& task) { return steady(task, 5); });
  std::map<int, std::set<std::string>> ids;
  std::set<std::string> all;
  for (const Record& record : outcome.records) {
    EXPECT_EQ(record.start_id.size(), 16U);
    ids[record.trial.launch].insert(record.start_id);
    all.insert(record.start_id);
  }
  EXPECT_EQ(ids.size(), 20U);
  EXPECT_EQ(all.size(), 20U);
  for (const auto& [launch, own] : ids) EXPECT_EQ(own.size(), 1U) << launch;
}

/// The tasks that workers get for one configuration whose medians never settle.
std::vector<Task> tasks_for(Cache cache, const stats::StoppingRule& stop) {
  Sweep sweep = sweep_of(1);
  sweep.configurations.front().cache = cache;
  sweep.rules.stop = stop;
  std::vector<Task> tasks;
  conducted(sweep, [&](const Task& task) {
    tasks.push_back(task);
    auto batch = steady(task, 1);
    for (std::size_t i = 1; i < batch->samples_us.size(); i += 2) batch->samples_us[i] = 100;
    return batch;
  });
  return tasks;
}

// Warm-ups before the first sample, and one before those of each further look, after the check of
// the results. Looks at 30, 60, 120 and 200 samples; one call comes first, then ten samples, to see
// how long they take.
TEST(Conductor, WarmsUpAndLooksSeldom) {
  std::vector<int> samples;
  std::vector<int> warmups;
  for (const Task& task : tasks_for(Cache::Warm, {.most = 200})) {
    samples.push_back(task.samples);
    warmups.push_back(task.warmups);
  }
  EXPECT_THAT(samples, ElementsAre(0, 10, 20, 30, 60, 80));
  EXPECT_THAT(warmups, ElementsAre(0, 5, 1, 1, 1, 1));
}

// Calls in one go would warm the caches for each other: cold and warm never mix.
TEST(Conductor, ColdCallsHaveNoLoop) {
  EXPECT_EQ(tasks_for(Cache::Warm, {}).at(1).loops, 20);
  for (const Task& task : tasks_for(Cache::Cold, {})) EXPECT_EQ(task.loops, 0);
}

// No time is left after the first batch.
TEST(Conductor, StopsWhereTheTimeIsOver) {
  Sweep sweep = sweep_of(1);
  sweep.rules.most_time = core::Duration::from_us(0);
  const Outcome outcome = conducted(sweep, [](const Task& task) { return steady(task, 5); });
  ASSERT_EQ(outcome.records.size(), 1U);
  EXPECT_EQ(outcome.records[0].samples_us.size(), 10U);
  EXPECT_FALSE(outcome.records[0].is_converged);
}

// A replay says what its recording said of the machine, not what this one does now.
TEST(Conductor, AReplayHasTheMachineOfItsRecording) {
  std::vector<Record> records;
  Conduct with;
  with.start = []() -> core::Result<std::unique_ptr<Workers>> {
    auto workers = std::make_unique<FakeWorkers>([](const Task& task) { return steady(task, 5); });
    workers->hello_environment() = {{kReplayedFact, "mpi"}, {kTimeFact, "then"}, {"cpu", "theirs"}};
    return workers;
  };
  with.keep = [&](const Record& record) -> core::Result<void> {
    records.push_back(record);
    return {};
  };
  ASSERT_TRUE(conduct(sweep_of(1), {}, with));
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].environment.at("cpu"), "theirs");
  EXPECT_EQ(records[0].environment.at(kTimeFact), "then");
  EXPECT_FALSE(records[0].environment.contains(kWaitedFact));
}

// 1, 100, 1, 100, ...: the interval of the median never narrows.
TEST(Conductor, SaysThatAMedianIsNotSettled) {
  const Outcome outcome = conducted(sweep_of(1), [](const Task& task) {
    auto batch = steady(task, 1);
    for (std::size_t i = 1; i < batch->samples_us.size(); i += 2) batch->samples_us[i] = 100;
    return batch;
  });
  ASSERT_EQ(outcome.records.size(), 1U);
  EXPECT_FALSE(outcome.records[0].is_converged);
  EXPECT_EQ(outcome.records[0].samples_us.size(), Rules().stop.most);
  EXPECT_EQ(outcome.records[0].error, "");
}

// Its batches say how warm it was before and after; the first has the clock too.
TEST(Conductor, KeepsWhatWasBeforeTheFirstBatchAndAfterTheLast) {
  int batches = 0;
  const Outcome outcome = conducted(sweep_of(1), [&](const Task& task) {
    auto batch = steady(task, 1);
    for (std::size_t i = 1; i < batch->samples_us.size(); i += 2) batch->samples_us[i] = 100;
    ++batches;
    batch->environment["celsius_before"] = std::to_string(batches);
    batch->environment["celsius_after"] = std::to_string(batches + 1);
    if (batches == 1) batch->environment["throttled"] = "heat";
    return batch;
  });
  ASSERT_GT(batches, 1);
  const auto& environment = outcome.records.at(0).environment;
  EXPECT_EQ(environment.at("celsius_before"), "1");
  EXPECT_EQ(environment.at("celsius_after"), std::to_string(batches + 1));
  EXPECT_EQ(environment.at("throttled"), "heat");
}

TEST(Conductor, AFailureIsARecordAndTheSweepGoesOn) {
  const Outcome outcome = conducted(sweep_of(4), [](const Task& task) -> core::Result<Batch> {
    if (task.configuration.call.bytes == 16) return core::environment_error("rank 2", "died");
    if (task.configuration.call.bytes == 32) return core::environment_error("mpi", "no such type");
    return steady(task, 5);
  });
  ASSERT_TRUE(outcome.done);
  EXPECT_GT(outcome.starts, 1);  // anew after the death
  std::set<std::uint64_t> measured;
  for (const Record& record : outcome.records) {
    const std::uint64_t bytes = record.trial.configuration.call.bytes;
    measured.insert(bytes);
    const std::string expected = bytes == 16   ? "rank 2: died"
                                 : bytes == 32 ? "mpi: no such type"
                                               : "";
    EXPECT_EQ(record.error, expected);
  }
  EXPECT_EQ(measured.size(), 4U);
}

TEST(Conductor, WrongResultsAndLateRanksAreErrors) {
  const Outcome outcome = conducted(sweep_of(2), [](const Task& task) {
    auto batch = steady(task, 5);
    if (task.configuration.call.bytes == 8) batch->wrong = 2;
    if (task.configuration.call.bytes == 16) {
      batch->late = task.samples;
      batch->samples_us.clear();
      batch->spread_us.clear();
    }
    return batch;
  });
  for (const Record& record : outcome.records) {
    if (record.trial.configuration.call.bytes == 8) {
      EXPECT_THAT(record.error, HasSubstr("wrong element"));
      EXPECT_EQ(record.samples_us.size(), 30U);  // kept, but no result
    } else {
      EXPECT_THAT(record.error, HasSubstr("never started together: 1000 calls"));
    }
  }
}

// A recording that is at its end.
TEST(Conductor, SaysThatARecordingHasNoMore) {
  const Outcome outcome = conducted(sweep_of(1), [](const Task&) { return Batch(); });
  ASSERT_EQ(outcome.records.size(), 1U);
  EXPECT_EQ(outcome.records[0].error, "the recording has no more samples");
}

TEST(Conductor, FailsWhereWorkersCannotStart) {
  Conduct with;
  with.start = []() -> core::Result<std::unique_ptr<Workers>> {
    return core::environment_error("mpirun", "not found");
  };
  with.keep = [](const Record&) -> core::Result<void> { return {}; };
  EXPECT_FALSE(conduct(sweep_of(2), {}, with));
}

TEST(Conductor, SkipsWhatIsMeasured) {
  const Sweep sweep = sweep_of(6);
  const auto answer = [](const Task& task) { return steady(task, 5); };
  const Outcome whole = conducted(sweep, answer);
  std::vector<Record> earlier(whole.records.begin(), whole.records.begin() + 4);
  const Outcome rest = conducted(sweep, answer, earlier);
  EXPECT_EQ(rest.records.size(), whole.records.size() - 4);
  for (std::size_t i = 0; i < rest.records.size(); ++i) {
    EXPECT_EQ(rest.records[i].trial, whole.records[i + 4].trial);
  }
  earlier = whole.records;
  EXPECT_EQ(conducted(sweep, answer, earlier).starts, 0);
  // Another runner's results are no reason to skip.
  for (Record& record : earlier) record.runner = "other";
  EXPECT_EQ(conducted(sweep, answer, earlier).records.size(), whole.records.size());
}

TEST(Conductor, AStopKeepsWhatIsDone) {
  std::stop_source stop;
  std::vector<Record> records;
  Conduct with;
  with.stop = stop.get_token();
  with.start = [&]() -> core::Result<std::unique_ptr<Workers>> {
    return std::make_unique<FakeWorkers>([](const Task& task) { return steady(task, 5); });
  };
  with.keep = [&](const Record& record) -> core::Result<void> {
    records.push_back(record);
    if (records.size() == 3) stop.request_stop();
    return {};
  };
  const auto done = conduct(sweep_of(8), {}, with);
  ASSERT_TRUE(done);
  EXPECT_EQ(*done, 3U);
  EXPECT_EQ(records.size(), 3U);
}

}  // namespace conductor_test
}  // namespace treering::tuner::measure
