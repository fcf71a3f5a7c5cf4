#include "app/measuring/measure.h"

#include <algorithm>
#include <fstream>
#include <stop_token>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/measuring/compare.h"
#include "tests/support/temporary_folder.h"
#include "tuner/measure/journal.h"

namespace treering::app::measuring {
namespace measure_test {

using testing::HasSubstr;
using tuner::measure::Record;

Record some_record() {
  Record record;
  record.runner = "nccl";
  record.trial.configuration.call.bytes = 1024;
  record.trial.configuration.way.algorithm = "ring";
  record.ranks = 2;
  record.nodes = 1;
  record.samples_us.assign(40, 12.5);
  record.used = {"nccl log", {{"tree", "ll", 3}}, 0};
  return record;
}

Record emulated_record() {
  Record record = some_record();
  record.environment[tuner::measure::kEmulatedFact] = "yes";
  return record;
}

std::string written(const support::TemporaryFolder& folder, const Record& record) {
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream(path) << line_of(record) << "\n";
  return path;
}

/// What replay says of it when asked for the ring.
MeasureReport replayed(const Record& record) {
  const support::TemporaryFolder folder;
  MeasureRequest request;
  request.runner = "replay";
  request.measurements = written(folder, record);
  request.sizes.minbytes = 1024;
  request.sizes.maxbytes = 1024;
  request.algorithms = {"RING"};
  const auto report = answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return report.value_or(MeasureReport());
}

// The file says that a tree ran.
TEST(Measure, SaysWhatRanInPlaceOfWhatWasAskedFor) {
  const MeasureReport report = replayed(some_record());
  EXPECT_FALSE(report.is_emulated());
  EXPECT_THAT(report.notes, testing::Contains(HasSubstr("what ran was tree, not ring")));
  EXPECT_TRUE(measurement_csv(report));
}

TEST(Measure, SaysThatEmulatedGpusAreNoMeasurement) {
  const MeasureReport report = replayed(emulated_record());
  EXPECT_TRUE(report.is_emulated());
  EXPECT_THAT(report.notes, testing::Contains(HasSubstr("the GPUs are emulated")));
  const auto csv = measurement_csv(report);
  ASSERT_FALSE(csv);
  EXPECT_THAT(csv.error().message(), HasSubstr("no measurements"));
}

// Results of a sweep of three sizes answer for one of the same: its rows have all their samples,
// and turns that the recording lacks are no failures.
TEST(Measure, AReplayHasTheRowsOfItsRecording) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream file(path);
  Record record = some_record();
  record.samples_us.assign(30, 12.5);  // as many as equal ones need to be enough
  for (const std::uint64_t bytes : {1024U, 2048U, 4096U}) {
    record.trial.configuration.call.bytes = bytes;
    file << line_of(record) << "\n";
  }
  record.trial.configuration.call.bytes = 2048;
  record.trial.is_sentinel = true;
  file << line_of(record) << "\n";
  file.close();
  MeasureRequest request;
  request.runner = "replay";
  request.measurements = path;
  request.sizes.minbytes = 1024;
  request.sizes.maxbytes = 4096;
  request.algorithms = {"ring"};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->rows.size(), 3U);
  for (const auto& row : report->rows) {
    EXPECT_EQ(row.samples, 30U);
    EXPECT_THAT(row.errors, testing::IsEmpty());
  }
  EXPECT_EQ(std::ranges::count_if(report->records,
                                  [](const Record& one) { return one.trial.is_sentinel; }),
            1);
}

/// Forced and not, at two sizes; one of them at a third.
std::string sweep_in(const support::TemporaryFolder& folder) {
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream file(path);
  Record record = some_record();
  record.samples_us.assign(30, 12.5);
  for (const std::uint64_t bytes : {4096U, 65536U, 1048576U}) {
    for (const std::string algorithm : {"", "ring"}) {
      if (algorithm.empty() && bytes == 1048576U) continue;
      record.trial.configuration.call.bytes = bytes;
      record.trial.configuration.way.algorithm = algorithm;
      record.used.ways = {{"ring"}};
      file << line_of(record) << "\n";
    }
  }
  return path;
}

// What is left open is what the recording has, cell by cell.
TEST(Measure, AReplayIsOfAllThatWasRecorded) {
  const support::TemporaryFolder folder;
  MeasureRequest request;
  request.runner = "replay";
  request.measurements = sweep_in(folder);
  const auto all = answer(request);
  ASSERT_TRUE(all) << all.error().message();
  EXPECT_EQ(all->rows.size(), 5U);
  EXPECT_FALSE(all->has_failed());
  request.algorithms = {"default"};
  EXPECT_EQ(answer(request)->rows.size(), 2U);
  // Named one by one, what is missing is a row that says so.
  request.collectives = {core::Collective::AllReduce};
  request.sizes = {.minbytes = 4096, .maxbytes = 1048576, .stepfactor = 16};
  EXPECT_EQ(answer(request)->rows.size(), 3U);
}

TEST(Measure, AReplayOfPairsAloneIsOfThosePairs) {
  const support::TemporaryFolder folder;
  MeasureRequest request;
  request.runner = "replay";
  request.measurements = folder.path() + "/pairs.jsonl";
  Record record = some_record();
  record.trial.configuration.call.collective = core::Collective::SendRecv;
  record.trial.configuration.way.algorithm = "";
  std::ofstream file(*request.measurements);
  for (const auto& pair : {tuner::measure::Pair{0, 1}, tuner::measure::Pair{1, 0}}) {
    record.trial.configuration.pair = pair;
    file << line_of(record) << "\n";
  }
  file.close();
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_EQ(report->rows.size(), 2U);
  EXPECT_EQ(report->rows[1].configuration.pair, (tuner::measure::Pair{1, 0}));
  EXPECT_FALSE(report->has_failed());
}

TEST(Measure, AReplayOfOtherCallsSaysWhatThereIs) {
  const support::TemporaryFolder folder;
  MeasureRequest request;
  request.runner = "replay";
  request.measurements = sweep_in(folder);
  request.collectives = {core::Collective::Broadcast};
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(),
              HasSubstr("no result of these calls, expected some of all_reduce (float sum) from "
                        "4 KiB to 1 MiB"));
}

// A result of an earlier version does not say how far apart its ranks started; nor does its replay.
TEST(Measure, AReplaySaysNothingThatItsRecordingDoesNot) {
  EXPECT_THAT(replayed(some_record()).records.at(0).spread_us, testing::IsEmpty());
  Record record = some_record();
  record.spread_us.assign(40, 2.5);
  EXPECT_THAT(replayed(record).records.at(0).spread_us, testing::Each(2.5));
  EXPECT_THAT(replayed(record).records.at(0).spread_us, testing::Not(testing::IsEmpty()));
}

TEST(Measure, ARecordingWithoutItsEndIsNoted) {
  const support::TemporaryFolder folder;
  MeasureRequest request;
  request.runner = "replay";
  request.measurements = written(folder, some_record());
  request.sizes.minbytes = 1024;
  request.sizes.maxbytes = 1024;
  request.algorithms = {"ring"};
  EXPECT_THAT(answer(request)->notes, testing::Not(testing::Contains(HasSubstr("not whole"))));
  std::ofstream(*request.measurements, std::ios::app) << line_of(some_record()).substr(0, 50);
  EXPECT_THAT(answer(request)->notes,
              testing::Contains(*request.measurements + ": " + tuner::measure::kTornLine));
}

/// Replays two sizes, and is asked to stop when so many trials of four are done.
MeasureReport stopped_after(std::size_t trials) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  std::ofstream file(path);
  Record record = some_record();
  for (const bool is_sentinel : {false, true}) {
    record.trial.is_sentinel = is_sentinel;
    for (const std::uint64_t bytes : {1024U, 2048U}) {
      record.trial.configuration.call.bytes = bytes;
      if (!is_sentinel || bytes == 2048) file << line_of(record) << "\n";
    }
  }
  record.trial.turn = 1;
  file << line_of(record) << "\n";
  file.close();
  std::stop_source source;
  MeasureRequest request;
  request.runner = "replay";
  request.measurements = path;
  request.sizes.minbytes = 1024;
  request.sizes.maxbytes = 2048;
  request.algorithms = {"ring"};
  request.stop = source.get_token();
  request.observe = [&](const tuner::measure::Progress& progress) {
    if (progress.done == trials) source.request_stop();
  };
  const auto report = answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return report.value_or(MeasureReport());
}

// What was measured before is kept, and every form of it says that there is more.
TEST(Measure, AStoppedSweepSaysSo) {
  const MeasureReport report = stopped_after(2);
  EXPECT_TRUE(report.is_stopped);
  EXPECT_EQ(report.open, 2U);
  ASSERT_EQ(report.records.size(), 2U);
  const std::string lines = measurement_lines(report);
  const auto line = tuner::measure::parse_record(lines.substr(0, lines.find('\n')), "line");
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->is_of_stopped);
  EXPECT_THAT(measurement_csv(report).value_or(""), HasSubstr(",notes\n"));
  EXPECT_THAT(measurement_csv(report).value_or(""),
              HasSubstr(",stopped before all was measured\n"));
}

// Whoever asks after the last trial stops nothing.
TEST(Measure, AWholeSweepIsNotStopped) {
  const MeasureReport report = stopped_after(4);
  EXPECT_FALSE(report.is_stopped);
  EXPECT_EQ(report.records.size(), 4U);
  EXPECT_THAT(measurement_lines(report), testing::Not(HasSubstr("stopped")));
  EXPECT_THAT(measurement_csv(report).value_or(""), testing::Not(HasSubstr("notes")));
}

// Ranks that start 1 us apart leave open whether a call takes 12.5 us or 13.5. A reader of the CSV
// has no other sign of it.
TEST(Measure, CsvSaysWhatIsOpen) {
  Record record = some_record();
  record.spread_us.assign(40, 1);
  const std::string csv = measurement_csv(replayed(record)).value_or("");
  EXPECT_THAT(csv, HasSubstr(",low_us,high_us,converged,late\n"));
  EXPECT_THAT(csv, HasSubstr(",12.5,13.5,false,0\n"));
}

TEST(Compare, RefusesResultsOfEmulatedGpus) {
  const support::TemporaryFolder folder;
  const std::string path = written(folder, emulated_record());
  const auto report = answer(CompareRequest{path, path, {}});
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("results of emulated GPUs"));
}

}  // namespace measure_test
}  // namespace treering::app::measuring
