#include "tuner/measure/summary.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/tuner/measure/one_record.h"
#include "tests/tuner/stats/series.h"

namespace treering::tuner::measure {
namespace summary_test {

Summary only(const std::vector<Record>& records) {
  const auto all = summarise(records);
  EXPECT_EQ(all.size(), 1U);
  return all.front();
}

TEST(Summary, OneLaunchIsConvergedAsItsResultSays) {
  EXPECT_TRUE(only({record_of("a", Samples(40, 5))}).is_converged);
  EXPECT_FALSE(only({record_of("a", Samples(40, 5), false)}).is_converged);
}

// Each launch is settled for itself. Two launches do not say where a third would be, and six that
// differ by a tenth do not say where the median is.
TEST(Summary, LaunchesAreConvergedWhereTheirMediansAgree) {
  const auto six = [](double step) {
    std::vector<Record> records;
    for (int i = 0; i < 6; ++i) {
      records.push_back(record_of(std::to_string(i), Samples(40, 100 + i * step)));
    }
    return records;
  };
  EXPECT_TRUE(only(six(0.1)).is_converged);
  EXPECT_FALSE(only(six(5)).is_converged);
  const Summary two = only({record_of("a", Samples(40, 100)), record_of("b", Samples(40, 100))});
  EXPECT_FALSE(two.is_converged);
  EXPECT_EQ(two.precision->interval.coverage, 0.5);
  auto records = six(0.1);
  records.back().is_converged = false;
  EXPECT_FALSE(only(records).is_converged);
}

TEST(Summary, FailedResultsAreListedAndDoNotCount) {
  Record failed = record_of("b", Samples(40, 900));
  failed.error = "rank 1 died";
  const Summary summary = only({record_of("a", Samples(40, 5)), failed});
  EXPECT_EQ(summary.errors, std::vector<std::string>{"rank 1 died"});
  EXPECT_EQ(summary.samples, 40U);
  EXPECT_EQ(summary.launches.size(), 1U);
}

// What differs is another row: cold beside warm, in place beside out of place.
TEST(Summary, KindsOfCallsNeverMix) {
  Record warm = record_of("a", Samples(40, 5));
  Record cold = warm;
  cold.trial.configuration.cache = Cache::Cold;
  Record in_place = warm;
  in_place.trial.configuration.is_in_place = true;
  EXPECT_EQ(summarise({warm, cold, in_place}).size(), 3U);
}

// Wherever it failed: a turn of the sentinel is as good as any other result.
TEST(Summary, FailedTurnsOfTheSentinelAreListed) {
  Record turn = record_of("a", Samples(40, 5));
  turn.trial.is_sentinel = true;
  turn.trial.turn = 2;
  EXPECT_TRUE(only({record_of("a", Samples(40, 5)), turn}).errors.empty());
  turn.error = "rank 1 died";
  Record wrong = turn;
  wrong.error.clear();
  wrong.wrong = 512;
  const Summary summary = only({record_of("a", Samples(40, 5)), turn, wrong});
  EXPECT_EQ(summary.errors,
            (std::vector<std::string>{"as the sentinel, turn 2: rank 1 died",
                                      "as the sentinel, turn 2: 512 wrong elements"}));
  EXPECT_EQ(summary.wrong, 512U);
  EXPECT_EQ(summary.samples, 40U);
}

// What was measured on other links is another row, and says so.
TEST(Summary, ConditionsNeverMix) {
  Record fast = record_of("a", Samples(40, 5));
  fast.environment = {{"shaped_gbit", "0.1"}, {"kernel", "6.1"}, {"load_1min", "1"}};
  Record slow = record_of("b", Samples(40, 9));
  slow.environment = {{"shaped_gbit", "0.05"}, {"kernel", "6.1"}, {"load_1min", "2"}};
  Record bare = record_of("c", Samples(40, 1));
  bare.environment = {{"kernel", "6.1"}};
  const auto all = summarise({fast, slow, bare, fast});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(condition_texts(all)[0], "shaped_gbit 0.1");
  EXPECT_EQ(condition_texts(all)[1], "shaped_gbit 0.05");
  EXPECT_EQ(condition_texts(all)[2], "shaped_gbit none");
  EXPECT_EQ(condition_texts({all[0]}), std::vector<std::string>{""});
}

// A library carries data otherwise under other variables, and another driver is another machine.
TEST(Summary, VariablesAndDriversNeverMix) {
  Record plain = record_of("a", Samples(40, 5));
  plain.environment = {{"variables", "none"}};
  Record tcp = record_of("b", Samples(40, 9));
  tcp.environment = {{"variables", "OMPI_MCA_btl=tcp,self"}};
  const auto all = summarise({plain, tcp});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(condition_texts(all)[1], "variables OMPI_MCA_btl=tcp,self");
  Record gpu = record_of("a", Samples(40, 5));
  gpu.runner = "nccl";
  gpu.environment = {{"cuda_driver", "13.0"}};
  Record without_p2p = gpu;
  without_p2p.environment["NCCL_P2P_DISABLE"] = "1";  // as earlier versions wrote it
  Record older = gpu;
  older.environment["cuda_driver"] = "12.4";
  EXPECT_EQ(summarise({gpu, without_p2p, older}).size(), 3U);
}

Record ran(Record record, const std::vector<std::string>& algorithms) {
  record.used = {algorithms.empty() ? "" : "messages", {}, 0};
  for (const std::string& name : algorithms) record.used.ways.push_back({name});
  return record;
}

// A library may choose otherwise in another start: then these are times of two things.
TEST(Summary, WhatRanNeverMixes) {
  const Record ring = ran(record_of("a", Samples(40, 5)), {"ring", "segmented_ring"});
  const Record linear = ran(record_of("b", Samples(40, 9)), {"basic_linear"});
  const auto all = summarise({ring, linear, ring});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].precision->median, 5);
  EXPECT_EQ(all[1].precision->median, 9);
  EXPECT_EQ(condition_texts(all)[0], "ran ring or segmented_ring");
  EXPECT_EQ(condition_texts(all)[1], "ran basic_linear");
}

// Where one thing ran, it also did where nobody saw it; where two did, nothing says which. A
// failure ran nothing, and gets no row of its own.
TEST(Summary, WhatNobodySawRanAsTheOthers) {
  const Record ring = ran(record_of("a", Samples(40, 5)), {"ring"});
  const Record linear = ran(record_of("b", Samples(40, 9)), {"basic_linear"});
  const Record unseen = ran(record_of("c", Samples(40, 7)), {});
  Record failed = ran(record_of("d", {}), {});
  failed.error = "rank 1 died";
  EXPECT_EQ(only({unseen, ring, failed}).launches.size(), 2U);
  EXPECT_EQ(only({unseen, ring}).used.algorithms(), std::vector<std::string>{"ring"});
  const auto all = summarise({ring, linear, unseen, failed});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(condition_texts(all)[2], "ran unknown");
  EXPECT_EQ(all[2].failed_launches, 0U);
}

// Files that were joined twice: no more samples, and no more modes.
TEST(Summary, AResultThatIsThereTwiceCountsOnce) {
  const Record first = record_of("a", {5, 6, 7});
  Record failed = record_of("b", {});
  failed.error = "rank 1 died";
  const Summary twice = only({first, failed, first, failed, first});
  EXPECT_EQ(twice.samples, 3U);
  EXPECT_EQ(twice.failed_launches, 1U);
  EXPECT_EQ(twice.repeats, 3U);
  Record other = first;
  other.samples_us = {7, 6, 5};
  EXPECT_EQ(only({first, other}).samples, 6U) << "equal starts of an earlier version";
}

// The second launch has two modes, the first, with more samples, one.
TEST(Summary, TwoModesOfAnyLaunchAreNamed) {
  stats::Dice dice(1);
  Samples two = dice.normals(60, 100, 1);
  for (const double sample : dice.normals(60, 120, 1)) two.push_back(sample);
  const Samples one = dice.normals(150, 100, 1);
  const Summary summary = only({record_of("a", one), record_of("b", two)});
  ASSERT_TRUE(summary.modes);
  EXPECT_NEAR(summary.modes->high.centre, 120, 2);
  EXPECT_FALSE(only({record_of("a", one)}).modes);
}

// Half of the launches take a fifth longer; none of them has two modes.
TEST(Summary, TwoModesFromStartToStartAreNamed) {
  stats::Dice dice(1);
  std::vector<Record> two;
  std::vector<Record> one;
  for (int i = 0; i < 8; ++i) {
    two.push_back(record_of(std::to_string(i), dice.normals(60, i % 2 == 0 ? 100 : 120, 1)));
    one.push_back(record_of(std::to_string(i), dice.normals(60, 100, 1)));
  }
  const Summary summary = only(two);
  EXPECT_FALSE(summary.modes);
  ASSERT_TRUE(summary.launch_modes);
  EXPECT_NEAR(summary.launch_modes->low.centre, 100, 1);
  EXPECT_NEAR(summary.launch_modes->high.centre, 120, 1);
  EXPECT_EQ(summary.launch_modes->high.share, 0.5);
  EXPECT_FALSE(only(one).launch_modes);
  two.resize(3);
  EXPECT_FALSE(only(two).launch_modes) << "too few to tell";
}

// Two launches of one run, and launches of two runs whose files were joined. An earlier version
// wrote the first two.
TEST(Summary, StartsInOneMillisecondAreLaunches) {
  Record first = record_of("2026-11-26T00:00:00.000Z", Samples(40, 5));
  Record second = first;
  second.trial.launch = 1;
  EXPECT_EQ(only({first, second, first}).launches.size(), 2U);
  Record third = first;
  third.start_id = "00000000000000aa";
  Record fourth = first;
  fourth.start_id = "00000000000000ab";
  EXPECT_EQ(only({first, second, third, fourth, third}).launches.size(), 4U);
}

TEST(Summary, HasTheSpreadOfStarts) {
  Record record = record_of("a", {5, 5, 5});
  EXPECT_FALSE(only({record}).spread_us);
  EXPECT_FALSE(only({record}).closer_us);
  record.samples_us = {5, 9, 6};
  record.spread_us = {1, 3, 2};
  EXPECT_EQ(only({record}).spread_us, 2);
  EXPECT_EQ(only({record}).closer_us, 5.5);  // of 5 and 6
}

// Ranks that start 0.2 us apart: a call of 5 us may take 5.2. No number of samples says it to 2.5
// %.
TEST(Summary, IsNotConvergedWhereStartsLeaveItOpen) {
  Record record = record_of("a", Samples(40, 5));
  record.spread_us.assign(40, 0.1);
  EXPECT_TRUE(only({record}).is_converged);
  EXPECT_EQ(only({record}).known.low, 5);
  EXPECT_DOUBLE_EQ(only({record}).known.high, 5.1);
  record.spread_us.assign(40, 0.2);
  const Summary open = only({record});
  EXPECT_TRUE(open.is_blurred());
  EXPECT_NEAR(open.blur(), 0.04, 1e-12);
  EXPECT_FALSE(open.is_converged);
  EXPECT_DOUBLE_EQ(open.known.high, 5.2);
}

// Fast calls start apart and slow ones do not: the sums are equal, whatever the medians say.
TEST(Summary, IsKnownUpToTheSumOfSampleAndSpread) {
  Record record = record_of("a", {});
  for (int i = 0; i < 20; ++i) {
    record.samples_us.insert(record.samples_us.end(), {10, 10, 20});
    record.spread_us.insert(record.spread_us.end(), {12, 12, 2});
  }
  const Summary summary = only({record});
  EXPECT_EQ(summary.precision->median, 10);
  EXPECT_EQ(summary.spread_us, 12);
  EXPECT_EQ(summary.known.high, 22);
  record.spread_us.assign(60, 0);
  EXPECT_EQ(only({record}).known, only({record}).precision->interval);
}

// A clock that may be off by 0.1 us makes a sample wrong by 0.2, to either side.
TEST(Summary, IsNotConvergedWhereClocksLeaveItOpen) {
  Record record = record_of("a", Samples(40, 5));
  record.clock_error_us = 0.05;
  EXPECT_TRUE(only({record}).is_converged);
  record.clock_error_us = 0.1;
  EXPECT_FALSE(only({record}).is_converged);
  EXPECT_DOUBLE_EQ(only({record}).known.low, 4.8);
  EXPECT_DOUBLE_EQ(only({record}).known.high, 5.2);
}

TEST(Summary, IsNotConvergedWhereManyCallsWereLeftOut) {
  Record record = record_of("a", Samples(40, 5));
  record.late = 9;
  EXPECT_TRUE(only({record}).is_converged);
  record.late = 10;
  EXPECT_FALSE(only({record}).is_converged);
  EXPECT_TRUE(only({record}).has_many_late());
}

// Of a fast launch all starts are apart, of a slow one none are. In neither do starts matter.
TEST(Summary, StartsAreComparedWithinALaunch) {
  Record fast = record_of("a", Samples(40, 100));
  fast.spread_us.assign(40, 3);
  Record slow = record_of("b", Samples(40, 200));
  slow.spread_us.assign(40, 1);
  EXPECT_EQ(only({fast, slow}).closer_us, 150);
  EXPECT_EQ(only({fast, slow}).spread_us, 2);
}

}  // namespace summary_test
}  // namespace treering::tuner::measure
