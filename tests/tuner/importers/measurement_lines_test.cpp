#include "tuner/importers/measurement_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/measure/record.h"

namespace treering::tuner::importers {
namespace measurement_lines_test {

using measure::Record;
using ::testing::HasSubstr;

Record some_record() {
  Record record;
  record.runner = "nccl";
  record.trial.configuration.bytes = 64;
  record.ranks = 2;
  record.start = "a";
  record.samples_us = std::vector<double>(40, 5.0);
  return record;
}

MeasurementSet imported(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) text += line_of(record) + "\n";
  const auto set = read_measurement_lines({"runs.jsonl", text}, {});
  EXPECT_TRUE(set) << set.error().message();
  return set.value_or(MeasurementSet());
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

// What a replay of CPUs says is no measurement of GPUs.
TEST(MeasurementLines, AReplayIsOfWhatItsRecordingRanWith) {
  EXPECT_EQ(imported({some_record()}).rows.at(0).cpu_library, "");
  Record replayed = some_record();
  replayed.runner = "replay";
  replayed.environment[measure::kReplayedFact] = "gloo";
  EXPECT_EQ(imported({replayed}).rows.at(0).cpu_library, "gloo");
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
}  // namespace treering::tuner::importers
