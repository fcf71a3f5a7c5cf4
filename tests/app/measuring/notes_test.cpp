#include "app/measuring/notes.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/measure/conditions.h"

namespace treering::app::measuring {
namespace notes_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

MeasureReport bound(const std::string& binding) {
  MeasureReport report;
  tuner::measure::Record record;
  record.ranks = 2;
  record.nodes = 1;
  if (!binding.empty()) record.environment["binding"] = binding;
  report.records.push_back(record);
  return report;
}

TEST(MeasureNotes, SayWhereRanksAreNotBound) {
  EXPECT_THAT(notes_on(bound("")), IsEmpty());
  EXPECT_THAT(notes_on(bound("spread")), IsEmpty());
  EXPECT_THAT(notes_on(bound("none")), IsEmpty());
  EXPECT_THAT(notes_on(bound("none: too few cores")),
              ElementsAre("ranks are not bound to cores: too few cores"));
  EXPECT_THAT(notes_on(bound("spread, memory not bound: operation not permitted")),
              ElementsAre("the memory of ranks is not bound to their cores' NUMA nodes: operation "
                          "not permitted"));
}

// Whatever else a result says, the processors were not as fast as they are.
TEST(MeasureNotes, SayWhereProcessorsWereThrottled) {
  MeasureReport report = bound("spread");
  report.records.front().environment[tuner::measure::kThrottledFact] = "12";
  EXPECT_THAT(notes_on(report),
              ElementsAre("1 result while processors were slowed down, because they were too hot"));
}

TEST(MeasureNotes, SayWhereGpusWereThrottledOrShared) {
  MeasureReport report = bound("spread");
  report.records.front().environment[tuner::measure::kGpuThrottledFact] = "no;heat 3.0 ms";
  report.records.front().environment[tuner::measure::kGpuSharedFact] = "1;no";
  EXPECT_THAT(notes_on(report),
              ElementsAre("1 result while GPUs were slowed down: gpu_throttled says by what",
                          "1 result while other processes used the GPUs"));
}

// A fifth of the time in which work waited, a twentieth that the host took; less is no word worth.
TEST(MeasureNotes, SayWhereOthersHadTheProcessors) {
  MeasureReport report = bound("spread");
  auto& environment = report.records.front().environment;
  environment[tuner::measure::kWaitedFact] = "19 %";
  environment[tuner::measure::kStolenFact] = "4 %";
  EXPECT_THAT(notes_on(report), IsEmpty());
  environment[tuner::measure::kWaitedFact] = "20 %";
  environment[tuner::measure::kStolenFact] = "5 %";
  EXPECT_THAT(notes_on(report),
              ElementsAre(HasSubstr("1 result while work waited for a core"),
                          HasSubstr("1 result while the host of this virtual machine took")));
}

// Ranks of a shaped cluster have a network each, and share the cores of one machine.
TEST(MeasureNotes, SayWhereRanksShareCores) {
  MeasureReport report = bound("spread");
  report.records.front().environment["cores"] = "1";
  EXPECT_THAT(notes_on(report), ElementsAre(HasSubstr("2 ranks share 1 core")));
  report.records.front().nodes = 2;
  EXPECT_THAT(notes_on(report), IsEmpty());
  report.records.front().environment["shaped_gbit"] = "0.1";
  EXPECT_THAT(notes_on(report), ElementsAre(HasSubstr("2 ranks share 1 core")));
}

// A sweep that is resumed with another library is no longer one sweep.
TEST(MeasureNotes, SayWhereConditionsAreMixed) {
  MeasureReport report = bound("spread");
  report.records.front().environment["library"] = "Open MPI v4";
  report.records.push_back(report.records.front());
  report.records.back().environment["load_1min"] = "3";
  EXPECT_THAT(notes_on(report), IsEmpty());
  report.records.back().environment["library"] = "Open MPI v5";
  EXPECT_THAT(notes_on(report),
              ElementsAre("results of unlike conditions: library: Open MPI v4 | Open MPI v5"));
}

TEST(MeasureNotes, SayWhatInTheFileDoesNotCount) {
  MeasureReport report = bound("spread");
  report.others = 12;
  report.unlike = {"bind", "shaped_gbit"};
  EXPECT_THAT(notes_on(report), ElementsAre("12 results in the file are not of this run and do not "
                                            "count as done: these differ in bind, shaped_gbit"));
}

/// A row with these launches, settled where they all agree.
tuner::measure::Summary row_with(std::size_t launches, bool is_converged) {
  tuner::measure::Summary row;
  row.configuration.call.bytes = 64;
  row.launches.assign(launches, std::vector<double>(40, 5.0));
  row.samples = 40 * launches;
  row.precision = launches == 1 ? tuner::stats::precision_of_launch(row.launches.front())
                                : tuner::stats::precision_of_launches(row.launches);
  row.known = row.precision->interval;
  row.is_converged = is_converged;
  return row;
}

TEST(MeasureNotes, SayWhatIntervalsAreWorth) {
  MeasureReport report;
  report.rows = {row_with(6, true)};
  EXPECT_THAT(notes_on(report), IsEmpty());
  report.rows = {row_with(1, true), row_with(6, true), row_with(6, false)};
  EXPECT_THAT(
      notes_on(report),
      ElementsAre(HasSubstr("1 interval open: not converged, the median is not known within "
                            "2.5 % at 95 %"),
                  HasSubstr("1 configuration of one launch: the interval says nothing about "
                            "the next start")));
  report.rows = {row_with(3, false)};
  EXPECT_THAT(notes_on(report), ElementsAre(HasSubstr("1 interval open"),
                                            HasSubstr("1 configuration of few launches")));
}

TEST(MeasureNotes, SayWhereRanksDidNotStartTogether) {
  MeasureReport report;
  report.rows = {row_with(6, true)};
  report.rows.front().late = 10;
  EXPECT_THAT(notes_on(report), ElementsAre("10 of 250 calls left out, because the ranks started "
                                            "too far apart"));
  report.rows.front().late = 60;
  EXPECT_THAT(notes_on(report),
              ElementsAre(HasSubstr("60 of 300 calls left out"),
                          HasSubstr("of 1 configuration a fifth of the calls or more was left out, "
                                    "most of all_reduce 64 B (20 %)")));
}

// The median is 5. What closer starts would change is worth a word where it is a twentieth.
TEST(MeasureNotes, SayWhereStartsChangeTheTime) {
  MeasureReport report;
  report.rows = {row_with(6, true)};
  tuner::measure::Summary& row = report.rows.front();
  row.spread_us = 0.4;
  row.closer_us = 5.2;
  EXPECT_THAT(notes_on(report), IsEmpty());
  row.closer_us = 5.5;
  EXPECT_THAT(notes_on(report),
              ElementsAre("in 1 configuration calls whose ranks start closer together take a "
                          "twentieth longer or shorter, most of all_reduce 64 B: 5.50 us and not "
                          "5.00 us"));
}

TEST(MeasureNotes, SayBetweenWhatATimeLiesWhereStartsAreApart) {
  MeasureReport report;
  report.rows = {row_with(6, true)};
  report.rows.front().known.high = 5.1;
  EXPECT_THAT(notes_on(report), IsEmpty());
  report.rows.front().known.high = 13;
  EXPECT_THAT(notes_on(report),
              ElementsAre("in 1 configuration the ranks start too far apart, their clocks are "
                          "known too badly, or too many calls were left out, to say what a call "
                          "takes whose ranks all start at once: the interval has room for that, "
                          "and is open. Widest of all_reduce 64 B, 5.00 us to 13.00 us"));
}

TEST(MeasureNotes, SayWhereClocksAreNotKnown) {
  MeasureReport report;
  report.rows = {row_with(6, true)};
  report.rows.front().clock_error_us = 0.06;
  EXPECT_THAT(notes_on(report), IsEmpty());
  report.rows.front().clock_error_us = 0.07;
  EXPECT_THAT(notes_on(report),
              ElementsAre("in 1 configuration a time may be off by a fortieth or more, because a "
                          "clock may be; most in all_reduce 64 B, where a clock may be off by "
                          "0.07 us"));
}

/// Sentinels with such medians.
MeasureReport sentinels(const std::vector<double>& medians) {
  MeasureReport report;
  for (const double median : medians) {
    tuner::measure::Record& record = report.records.emplace_back();
    record.trial.is_sentinel = true;
    record.trial.turn = static_cast<int>(report.records.size());
    record.start = "then";
    record.median_us = median;
  }
  return report;
}

// Of the slopes of all 15 pairs ten are 1, the others 1.2, 1.25, 1.33, 1.5 and 2 us a turn, over
// five turns. The interval runs from the second to the last but one: fewer than two inversions of
// six are as rare as 6 / 720.
TEST(MeasureNotes, SayThatTheMachineDrifted) {
  EXPECT_THAT(notes_on(sentinels({100, 101, 102, 103, 104, 106})),
              ElementsAre("the machine drifted within the start of then: all_reduce 0 B rose, "
                          "100.00 us to 106.00 us over 6 turns, by Sen's slope +5.00 us in all "
                          "(+5.00 to +7.50 at 95 %)"));
  EXPECT_THAT(notes_on(sentinels({106, 104, 103, 102, 101, 100})),
              ElementsAre(HasSubstr("fell, 106.00 us to 100.00 us over 6 turns, by Sen's slope "
                                    "-5.00 us in all")));
  EXPECT_THAT(notes_on(sentinels({100, 104, 102, 103, 101, 104})), IsEmpty());
}

// No drift, but equal calls at different moments differ by more than two settled medians may.
TEST(MeasureNotes, SayHowFarApartEqualCallsAre) {
  EXPECT_THAT(notes_on(sentinels({100, 120, 101})),
              ElementsAre("equal calls differ from moment to moment: all_reduce 0 B took 100.00 us "
                          "to 120.00 us within one start"));
}

// No pattern is known of allgather_reduce, which Open MPI has since version 5: messages cannot say
// that it did not run.
TEST(MeasureNotes, DoubtOnlyWhatWouldBeRecognised) {
  MeasureReport report;
  tuner::measure::Summary& row = report.rows.emplace_back();
  row.configuration.call.bytes = 64;
  row.used.witness = "messages";
  row.used.ways = {{"basic_linear"}};
  row.configuration.way.algorithm = "allgather_reduce";
  EXPECT_THAT(notes_on(report), IsEmpty());
  row.configuration.way.algorithm = "ring";
  EXPECT_THAT(notes_on(report),
              ElementsAre("all_reduce 64 B ring: what ran was basic_linear, not ring"));
}

TEST(MeasureNotes, SayWhatDidNotRunTheSame) {
  MeasureReport report;
  for (const std::string name : {"ring", "basic_linear"}) {
    tuner::measure::Summary& row = report.rows.emplace_back();
    row.configuration.call.bytes = 64;
    row.used = {"messages", {{name}}, 0};
    row.launches.resize(3);
  }
  EXPECT_THAT(
      notes_on(report),
      ElementsAre("all_reduce 64 B did not run the same each time: ring in 3 of 6 launches, "
                  "basic_linear in 3 of 6 launches; each is a row of its own"));
  report.rows.pop_back();
  EXPECT_THAT(notes_on(report), IsEmpty());
  report.rows.back().conditions["also_ran"] = "tree/ll";
  EXPECT_THAT(
      notes_on(report),
      ElementsAre("all_reduce 64 B: what ran changed from call to call: ring, and tree/ll"));
}

}  // namespace notes_test
}  // namespace treering::app::measuring
