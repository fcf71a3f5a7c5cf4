#include "app/measuring/compare.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/measuring/compare_files.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/record.h"

namespace treering::app::measuring {
namespace compare_test {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using tuner::stats::Verdict;

TEST_F(CompareFiles, SixLaunchesEachTellBeforeFromAfter) {
  const CompareReport report = compared(launches(6, 100), launches(6, 120));
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_TRUE(report.rows[0].is_general());
  EXPECT_EQ(report.rows[0].before_launches, 6U);
  EXPECT_EQ(report.count(Verdict::Slower), 1U);
  EXPECT_THAT(report.notes, Not(Contains(HasSubstr("brackets"))));
}

TEST_F(CompareFiles, ALastLineThatIsNotWholeIsNoted) {
  const std::string before = written("before.jsonl", launches(6, 100));
  std::string lines;
  for (const Record& record : launches(6, 100)) lines += line_of(record) + "\n";
  const std::string torn = written("torn.jsonl", lines + line_of(record_of(6, 100)).substr(0, 50));
  EXPECT_THAT(answered(before, torn).notes, Contains(torn + ": " + tuner::measure::kTornLine));
  EXPECT_THAT(answered(before, before).notes, Not(Contains(HasSubstr("not whole"))));
}

// One launch each, told apart by samples: no verdict on before and after.
TEST_F(CompareFiles, OneLaunchEachSpeaksForItselfAlone) {
  const CompareReport report = compared(launches(1, 100), launches(1, 120));
  EXPECT_EQ(report.count(Verdict::Slower), 0U);
  EXPECT_EQ(report.count(Verdict::Slower, false), 1U);
  EXPECT_THAT(report.notes,
              Contains(HasSubstr("with one launch on each side a verdict, in brackets")));
}

// 24 configurations need seven launches.
TEST_F(CompareFiles, SaysHowManyLaunchesItTakes) {
  std::vector<Record> before;
  std::vector<Record> after;
  for (int i = 0; i < 24; ++i) {
    for (const Record& one : launches(6, 100, 8U << i % 12)) {
      before.push_back(one);
      before.back().trial.configuration.is_in_place = i >= 12;
      after.push_back(before.back());
      for (double& sample : after.back().samples_us) sample *= 2;
    }
  }
  const CompareReport report = compared(before, after);
  EXPECT_EQ(report.count(Verdict::Undecided), 24U);
  EXPECT_THAT(report.notes, Contains(HasSubstr("to tell 24 configurations apart, it takes 7 on "
                                               "each side")));
}

// Times on links of 0.1 and of 0.05 Gbit/s in one file are not two launches of one thing.
TEST_F(CompareFiles, ConditionsStayApart) {
  const auto on_links = [](const std::string& gbit, double us) {
    std::vector<Record> records = launches(6, us);
    for (Record& record : records) {
      record.environment = {{"shaped_gbit", gbit}, {"kernel", "6.1"}};
      record.start += gbit;
    }
    return records;
  };
  std::vector<Record> both = on_links("0.1", 100);
  const std::vector<Record> slow = on_links("0.05", 200);
  both.insert(both.end(), slow.begin(), slow.end());
  const CompareReport report = compared(both, both);
  ASSERT_EQ(report.rows.size(), 2U);
  EXPECT_EQ(report.rows[0].series, "shaped_gbit 0.05");
  EXPECT_NEAR(report.rows[0].before_us, 200, 1);
  EXPECT_EQ(report.rows[1].series, "shaped_gbit 0.1");
  EXPECT_NEAR(report.rows[1].before_us, 100, 1);
  // Where each side has one of them, that is what is compared.
  EXPECT_EQ(compared(on_links("0.1", 100), slow).rows.at(0).series, "");
}

// Two runners in one file are not two launches of one, and neither replaces the other.
std::vector<Record> ran(std::vector<Record> records, const std::string& algorithm) {
  for (Record& record : records) record.used = {"messages", {{algorithm}}, 0};
  return records;
}

// A file may hold launches in which the library chose otherwise: these are no times of one thing.
TEST_F(CompareFiles, WhatRanStaysApart) {
  const std::vector<Record> ring = ran(launches(6, 100), "ring");
  std::vector<Record> both = ring;
  for (Record& record : ran(launches(6, 200), "basic_linear")) {
    record.start = "later " + record.start;
    both.push_back(record);
  }
  const CompareReport report = compared(both, ran(launches(6, 100.01), "ring"));
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows[0].series, "ran ring");
  EXPECT_EQ(report.rows[0].judgement.verdict, Verdict::Same);
  EXPECT_EQ(report.only_before, 1U);
}

TEST_F(CompareFiles, SaysWhatAllRowsShowTogether) {
  std::vector<Record> before;
  std::vector<Record> after;
  // 1.1, 1.3 and 2 times as long.
  for (const auto& [bytes, factor] : {std::pair(1024, 1.1), std::pair(2048, 1.3), {4096, 2.0}}) {
    before.push_back(record_of(0, 100, static_cast<std::uint64_t>(bytes)));
    after.push_back(record_of(0, 100 * factor, static_cast<std::uint64_t>(bytes)));
  }
  const CompareReport report = compared(before, after);
  const auto overall = report.overall();
  ASSERT_TRUE(overall);
  EXPECT_EQ(overall->rows, 3U);
  EXPECT_DOUBLE_EQ(overall->typical, 1.3);
  EXPECT_DOUBLE_EQ(overall->least, 1.1);
  EXPECT_DOUBLE_EQ(overall->greatest, 2);
  EXPECT_THAT(report.notes, Contains(HasSubstr("no row proves a change by itself")));
  EXPECT_EQ(report.before_libraries, std::set<std::string>{"mpi"});
  EXPECT_FALSE(compared(launches(6, 100), launches(6, 200)).overall());  // one row
}

// That a library chooses otherwise may be what is compared.
TEST_F(CompareFiles, SaysWhereWhatRanDiffers) {
  const auto ring = ran(launches(6, 100), "ring");
  const auto linear = ran(launches(6, 200), "basic_linear");
  const CompareReport report = compared(ring, linear);
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows[0].judgement.verdict, Verdict::Slower);
  EXPECT_THAT(report.notes, Contains("what ran differs in 1 configuration: all_reduce 1 KiB ran "
                                     "ring before, and basic_linear after"));
  EXPECT_THAT(compared(ring, ring).notes, Not(Contains(HasSubstr("what ran"))));
  EXPECT_THAT(compared(ring, launches(6, 200)).notes, Not(Contains(HasSubstr("what ran"))));
}

TEST_F(CompareFiles, AResultThatIsThereTwiceCountsOnce) {
  std::vector<Record> twice = launches(6, 100);
  for (const Record& record : launches(6, 100)) twice.push_back(record);
  const CompareReport report = compared(twice, launches(6, 100));
  EXPECT_EQ(report.rows.at(0).before_launches, 6U);
  EXPECT_THAT(report.notes,
              Contains(HasSubstr("6 results left out: equal ones stand before them")));
}

TEST_F(CompareFiles, RunnersStayApart) {
  std::vector<Record> both = launches(1, 100);
  both.push_back(both.front());
  both.back().runner = "gloo";
  both.back().samples_us.assign(40, 300);
  const CompareReport report = compared(both, both);
  ASSERT_EQ(report.rows.size(), 2U);
  EXPECT_EQ(report.rows[0].runner, "gloo");
  EXPECT_EQ(report.rows[0].before_us, 300);
  EXPECT_EQ(report.rows[1].before_us, 100);
}

TEST_F(CompareFiles, OneRunnerCanBeBesideAnother) {
  std::vector<Record> gloo = launches(1, 300);
  gloo.front().runner = "gloo";
  gloo.front().nodes = 2;
  const CompareReport report = compared(launches(1, 100), gloo);
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows[0].runner, "");
  EXPECT_THAT(report.notes, Contains("what else differs: nodes: 1 (before), 2 (after), runner: mpi "
                                     "(before), gloo (after)"));
}

// Rows of two systems are not two samples of one.
TEST_F(CompareFiles, SystemsInOneFileStayApart) {
  const std::string rows = written("rows.csv",
                                   "id,ranks,collective,size_bytes,time_us_oop\n"
                                   "a,2,all_reduce,1024,10\nb,2,all_reduce,1024,99\n");
  const CompareReport report = answered(rows, rows);
  ASSERT_EQ(report.rows.size(), 2U);
  EXPECT_EQ(report.rows[0].series, "a");
  EXPECT_EQ(report.rows[1].before_us, 99);
  const std::string other = written("other.csv",
                                    "id,ranks,collective,size_bytes,time_us_oop\n"
                                    "c,2,all_reduce,1024,10\n");
  EXPECT_EQ(answered(other, written("third.csv",
                                    "id,ranks,collective,size_bytes,time_us_oop\n"
                                    "d,2,all_reduce,1024,20\n"))
                .rows.at(0)
                .series,
            "");
}

// 6 launches beside 3 tell one configuration apart: then nothing says that they are too few.
TEST_F(CompareFiles, UnequalNumbersOfLaunchesCanDecide) {
  const CompareReport report = compared(launches(6, 100), launches(3, 120));
  EXPECT_EQ(report.count(Verdict::Slower), 1U);
  EXPECT_THAT(report.notes, Not(Contains(HasSubstr("few launches"))));
  EXPECT_THAT(compared(launches(6, 100), launches(2, 120)).notes,
              Contains(HasSubstr("with few launches chance alone may order them so")));
}

TEST_F(CompareFiles, SaysWhatElseDiffers) {
  std::vector<Record> before = launches(1, 100);
  std::vector<Record> after = launches(1, 100);
  before.front().environment = {{"library", "A 1"}, {"cpu", "X"}, {"load_1min", "0.1"}};
  after.front().environment = {{"library", "A 2"}, {"cpu", "X"}, {"load_1min", "9"}};
  EXPECT_THAT(compared(before, after).notes,
              Contains("what else differs: library: A 1 (before), A 2 (after)"));
}

// Both files have both governors, but no row has one on both sides.
TEST_F(CompareFiles, SaysWhatElseDiffersRowByRow) {
  const auto under = [](const std::string& small, const std::string& large, double us) {
    std::vector<Record> records = launches(6, us, 1024);
    for (const Record& record : launches(6, us, 65536)) records.push_back(record);
    for (Record& record : records) {
      record.environment["governor"] =
          record.trial.configuration.call.bytes == 1024 ? small : large;
    }
    return records;
  };
  const auto before = under("performance", "powersave", 100);
  const CompareReport report = compared(before, under("powersave", "performance", 120));
  EXPECT_EQ(report.count(Verdict::Slower), 2U);
  EXPECT_THAT(report.notes,
              Contains("what else differs: governor: performance and powersave, in 2 of 2 rows"));
  EXPECT_THAT(compared(before, under("performance", "powersave", 120)).notes,
              Not(Contains(HasSubstr("what else differs"))));
}

std::string log_of(const std::vector<double>& times_us) {
  std::string text;
  for (const double us : times_us) {
    text +=
        "# Collective test starting: all_reduce_perf\n# nThread 1 nGpus 2 minBytes 1024 maxBytes "
        "1024 step: 1048576(bytes) warmup iters: 5 "
        "iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n"
        "#  Rank  0 Group  0 Pid      1 on      host device  0 [0x01] NVIDIA X\n"
        "#  Rank  1 Group  0 Pid      1 on      host device  1 [0x02] NVIDIA X\n#\n"
        "#       size         count      type   redop    root     time   algbw   busbw #wrong   "
        "  time   algbw   busbw #wrong\n"
        "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)         "
        "  (us)  (GB/s)  (GB/s)       \n";
    text += fmt::format(
        "        1024           256     float     sum      -1   {0:.2f}    {1:.2f}    "
        "{1:.2f}      0   {0:.2f}    {1:.2f}    {1:.2f}      0\n",
        us, 1.024 / us);
    text += "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 0.1\n#\n";
  }
  return text;
}

// Runs in one log are launches.
TEST_F(CompareFiles, ReadsLogsOfNcclTests) {
  const std::string before = written("before.log", log_of({50.1, 50.2, 50.3, 50.4, 50.5, 50.6}));
  const std::string after = written("after.log", log_of({60.1, 60.2, 60.3, 60.4, 60.5, 60.6}));
  const CompareReport report = answered(before, after);
  ASSERT_EQ(report.rows.size(), 2U);  // out of place and in place
  EXPECT_EQ(report.rows[0].before_launches, 6U);
  EXPECT_EQ(report.count(Verdict::Slower), 2U);
}

TEST_F(CompareFiles, LogsThatDoNotNameTheirCollectiveAreReadByTheirTable) {
  std::string text = log_of({50.1});
  text = text.substr(text.find('\n') + 1);  // without its name
  const std::string log = written("old.log", text);
  EXPECT_TRUE(answer(CompareRequest{log, log, {}}));
  EXPECT_TRUE(answer(CompareRequest{log, log, core::Collective::AllReduce}));
}

// A log has averages of calls in one go; so have results of treering measure, beside their samples.
TEST_F(CompareFiles, AveragesAreComparedWithAverages) {
  const std::string log = written("before.log", log_of({50.1, 50.2, 50.3, 50.4, 50.5, 50.6}));
  const std::string measured = written("after.jsonl", launches(6, 100.6));
  const CompareReport report = answered(log, measured);
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_NEAR(report.rows[0].after_us, 50.4, 0.1);
  EXPECT_EQ(report.rows[0].judgement.verdict, Verdict::Same);
  EXPECT_THAT(report.notes, Contains(HasSubstr("nccl-tests' averages")));
}

}  // namespace compare_test
}  // namespace treering::app::measuring
