#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/measure/record.h"
#include "tuner/runs/formats.h"

namespace treering::tuner::runs {
namespace measurement_lines_test {

using measure::Record;
using ::testing::HasSubstr;

Record some_record() {
  Record record;
  record.runner = "nccl";
  record.trial.configuration.call.bytes = 64;
  record.ranks = 2;
  record.start = "a";
  record.samples_us = std::vector<double>(40, 5.0);
  return record;
}

MeasurementSet imported(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) text += line_of(record) + "\n";
  const auto runs = read_measurement_lines({"runs.jsonl", text}, {});
  EXPECT_TRUE(runs) << runs.error().message();
  return runs ? runs->set : MeasurementSet();
}

// Nothing behind it knows of caches: they would be rows of one kind.
TEST(MeasurementLines, ColdRowsAreNoRowsBesideWarmOnes) {
  Record cold = some_record();
  cold.trial.configuration.cache = measure::Cache::Cold;
  cold.samples_us.assign(40, 9.0);
  const MeasurementSet set = imported({some_record(), cold});
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].out_of_place, core::Duration::from_us(5));
  ASSERT_EQ(set.rejected.size(), 1U);
  EXPECT_THAT(set.rejected[0].text, HasSubstr("1 row with cold caches left out"));
}

// Sweeps on links of 0.1 and 0.05 Gbit/s in one file are two systems.
TEST(MeasurementLines, RowsOfOtherConditionsHaveAnotherId) {
  Record fast = some_record();
  fast.runner = "gloo";
  fast.environment["shaped_gbit"] = "0.1";
  Record slow = fast;
  slow.environment["shaped_gbit"] = "0.05";
  slow.samples_us.assign(40, 9.0);
  const MeasurementSet set = imported({fast, slow});
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].id, "runs shaped_gbit 0.1");
  EXPECT_EQ(set.rows[1].id, "runs shaped_gbit 0.05");
}

// A time is one of what ran, and what ran in some launches alone is a row of its own.
TEST(MeasurementLines, RowsAreOfWhatRan) {
  Record as_asked = some_record();
  as_asked.trial.configuration.way.algorithm = "ring";
  as_asked.trial.configuration.way.protocol = "simple";
  as_asked.used = {measure::kLogWitness, {{"ring", "simple", 16}}, 0};
  Record otherwise = as_asked;
  otherwise.start = "b";
  otherwise.samples_us.assign(40, 9.0);
  otherwise.used = {measure::kLogWitness, {{"tree", "ll", 2}}, 0};
  const MeasurementSet set = imported({as_asked, otherwise});
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].way.algorithm, "ring");
  EXPECT_EQ(set.rows[1].way.algorithm, "tree");
  EXPECT_EQ(set.rows[1].way.protocol, "ll");
  EXPECT_EQ(set.rows[1].out_of_place, core::Duration::from_us(9));
}

TEST(MeasurementLines, EachRowThatIsLeftOutCounts) {
  std::vector<Record> records{some_record()};
  for (int to = 1; to < 4; ++to) {
    Record& pair = records.emplace_back(some_record());
    pair.trial.configuration.call.collective = core::Collective::SendRecv;
    pair.trial.configuration.pair = measure::Pair{0, to};
  }
  const MeasurementSet set = imported(records);
  EXPECT_EQ(set.rejected.size(), 1U);
  EXPECT_EQ(set.rejected_rows(), 3U);
}

TEST(MeasurementLines, DoubtsAreAboutRowsThatAreKept) {
  Record kept = some_record();
  kept.is_converged = false;
  Record cold = kept;
  cold.trial.configuration.cache = measure::Cache::Cold;
  const MeasurementSet set = imported({kept, cold});
  ASSERT_EQ(set.rows.size(), 1U);
  ASSERT_FALSE(set.notes.empty());
  EXPECT_THAT(set.notes[0].text, HasSubstr("1 result not converged"));
}

TEST(MeasurementLines, SaysWhereATurnOfTheSentinelFailed) {
  Record turn = some_record();
  turn.trial.is_sentinel = true;
  turn.trial.turn = 3;
  turn.error = "rank 1 died";
  const MeasurementSet set = imported({some_record(), turn});
  EXPECT_EQ(set.rows.size(), 1U);
  ASSERT_FALSE(set.notes.empty());
  EXPECT_THAT(set.notes[0].text, HasSubstr("failed once: as the sentinel, turn 3: rank 1 died"));
}

TEST(MeasurementLines, SaysThatTheLastLineIsNotWhole) {
  const std::string text = line_of(some_record()) + "\n{\"schema\": \"treer";
  const auto runs = read_measurement_lines({"runs.jsonl", text}, {});
  ASSERT_TRUE(runs);
  EXPECT_TRUE(runs->is_torn);
  EXPECT_EQ(runs->set.rows.size(), 1U);
  ASSERT_FALSE(runs->set.notes.empty());
  EXPECT_THAT(runs->set.notes.back().text, HasSubstr("its last line is not whole"));
}

// Of a later treering: not of this one, but no other text either.
TEST(MeasurementLines, KnowsOtherVersionsOfItself) {
  const std::string text = "{\"schema\": \"treering.measurement/2\"}\n";
  EXPECT_TRUE(are_measurement_lines(text));
  const auto set = read_measurement_lines({"runs.jsonl", text}, {});
  ASSERT_FALSE(set);
  EXPECT_THAT(set.error().message(), HasSubstr("expected treering.measurement/1"));
}

TEST(MeasurementLines, ALibraryThatNobodyKnowsIsNotNccl) {
  Record record = some_record();
  for (const auto& [runner, cpu_library] :
       {std::pair{"ucc", "ucc"}, std::pair{"mpi", "mpi"}, std::pair{"nccl-threads", ""}}) {
    record.runner = runner;
    const auto set = imported({record});
    ASSERT_EQ(set.rows.size(), 1U) << runner;
    EXPECT_EQ(set.rows.front().way.library, cpu_library);
  }
}

// What a replay of CPUs says is no measurement of GPUs.
TEST(MeasurementLines, AReplayIsOfWhatItsRecordingRanWith) {
  EXPECT_EQ(imported({some_record()}).rows.at(0).way.library, "");
  Record replayed = some_record();
  replayed.runner = "replay";
  replayed.environment[measure::kReplayedFact] = "gloo";
  EXPECT_EQ(imported({replayed}).rows.at(0).way.library, "gloo");
}

// nccl-tests' time is what rows are compared with; on CPUs there are no such rows.
TEST(MeasurementLines, GpusHaveTheTimeOfNcclTests) {
  Record record = some_record();
  record.average_us = 3;
  EXPECT_EQ(imported({record}).rows.at(0).out_of_place, core::Duration::from_us(3));
  record.runner = "mpi";
  EXPECT_EQ(imported({record}).rows.at(0).out_of_place, core::Duration::from_us(5));
}

TEST(MeasurementLines, DoubtsWhatDidNotConverge) {
  Record record = some_record();
  EXPECT_THAT(imported({record}).notes.at(0).text, HasSubstr("1 result not converged"));
  record.is_converged = true;
  EXPECT_TRUE(imported({record}).notes.empty());
}

// Calls of 5 us whose ranks start 1 us apart. The figures are rounded as in all JSON and CSV.
TEST(MeasurementLines, KeepsHowWellAMedianIsKnown) {
  Record record = some_record();
  record.spread_us.assign(40, 1.00001);
  record.is_converged = true;
  EXPECT_EQ(imported({record}).rows.at(0).median, (MedianKnown{5, 6, false, 0}));
  record.spread_us.clear();
  EXPECT_EQ(imported({record}).rows.at(0).median, (MedianKnown{5, 5, true, 0}));
}

TEST(MeasurementLines, FailedRowsAreListedWithTheirReason) {
  Record failed = some_record();
  failed.samples_us.clear();
  failed.error = "rank 1 died";
  const MeasurementSet set = imported({failed});
  EXPECT_TRUE(set.rows.empty());
  ASSERT_EQ(set.rejected.size(), 1U);
  EXPECT_THAT(set.rejected[0].text, HasSubstr("failed: rank 1 died"));
}

}  // namespace measurement_lines_test
}  // namespace treering::tuner::runs
