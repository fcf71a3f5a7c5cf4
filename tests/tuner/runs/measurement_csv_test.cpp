#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/csv.h"
#include "tuner/runs/formats.h"

namespace treering::tuner::runs {
namespace measurement_csv_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

MeasurementSet imported(const std::string& text, const ImportHints& hints = {}) {
  const auto set = read_measurement_csv({"a/table.csv", text}, hints);
  EXPECT_TRUE(set) << set.error().message();
  return set.value_or(MeasurementSet());
}

std::vector<std::string> messages(const std::vector<core::Diagnostic>& list) {
  std::vector<std::string> texts;
  for (const auto& one : list) texts.push_back(one.where + ": " + one.text);
  return texts;
}

std::string error_of(const std::string& text) {
  const auto set = read_measurement_csv({"table.csv", text}, {});
  return set ? "" : set.error().message();
}

TEST(MeasurementCsv, ThreeColumnsAreEnough) {
  const MeasurementSet set = imported("size_bytes,Collective,time_us_ip\n8,all-gather,12.5\n");
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].id, "table");
  EXPECT_EQ(set.rows[0].collective, core::Collective::AllGather);
  EXPECT_EQ(set.rows[0].bytes, 8U);
  EXPECT_EQ(set.rows[0].out_of_place, std::nullopt);
  EXPECT_EQ(time_of(set.rows[0]), core::Duration::from_us(12.5));
  EXPECT_EQ(set.rows[0].line, 2);
  EXPECT_THAT(messages(set.notes), IsEmpty());
}

TEST(MeasurementCsv, UnknownColumnsAreNotedOnce) {
  const MeasurementSet set = imported(
      "collective,size_bytes,time_us_oop,notes,weather\nreduce,8,1,x,fair\nreduce,16,1,x,fair\n");
  EXPECT_EQ(set.rows.size(), 2U);
  EXPECT_THAT(messages(set.notes), ElementsAre("a/table.csv:1: 1 column not read: 'weather'"));
}

// The column counts before the words of the notes.
TEST(MeasurementCsv, NotesMayNameTheGpusOfAProcess) {
  const MeasurementSet set = imported(
      "collective,size_bytes,time_us_oop,gpus_per_process,notes\n"
      "reduce,8,1,,-n 50 -g 8 single process\n"
      "reduce,8,1,2,-g 8\n"
      "reduce,8,1,,-g single process\n"
      "reduce,8,1,,\n"
      "reduce,8,1,,\"8 threads (-g 8); trimmed\"\n"
      "reduce,8,1,,single process\n"
      "reduce,8,1,,--ngpus 4.\n");
  std::vector<int> gpus;
  for (const Measurement& row : set.rows) gpus.push_back(row.gpus_per_process);
  EXPECT_THAT(gpus, ElementsAre(8, 2, 0, 0, 8, 0, 4));
  EXPECT_THAT(messages(set.notes),
              ElementsAre("a/table.csv:4: notes of a single process or -g without a number, "
                          "expected '-g 8' or the like; GPUs per process count as unknown"));
}

TEST(MeasurementCsv, NotesWithMoreGpusThanANodeAreNotFollowed) {
  const MeasurementSet set =
      imported("collective,size_bytes,time_us_oop,gpus_per_node,notes\nreduce,8,1,4,-g 8\n");
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].gpus_per_process, 0);
  EXPECT_THAT(messages(set.notes),
              ElementsAre(HasSubstr("notes with -g 8 where a node has 4 GPUs, expected")));
}

TEST(MeasurementCsv, JobsThatCannotBeLoseTheirRows) {
  const std::string heading =
      "collective,size_bytes,time_us_oop,nodes,ranks,gpus_per_node,gpus_per_process\n";
  for (const auto& [job, said] : std::vector<std::pair<std::string, std::string>>{
           {"0,8,8,1", "nodes '0', expected a whole number above 0"},
           {"1,0,8,1", "ranks '0', expected a whole number above 0"},
           {"1,8,0,1", "gpus_per_node '0', expected a whole number above 0"},
           {"1,8,8,0", "gpus_per_process '0', expected a whole number above 0"},
           {"-1,8,8,1", "nodes '-1', expected a whole number above 0"},
           {"16,8,,1", "ranks '8', expected at least one for each of 16 nodes"},
           {"2,32,8,1", "ranks '32', expected at most 2 nodes x 8 GPUs"},
           {"2,16,8,16", "gpus_per_process '16', expected at most 8, the GPUs of a node"},
           {",16,,17", "gpus_per_process '17', expected at most 16, the GPUs of a node"}}) {
    std::string text = heading;
    text.append("reduce,8,1,").append(job).append("\nreduce,8,1,2,16,8,8\n");
    const MeasurementSet set = imported(text);
    EXPECT_EQ(set.rows.size(), 1U) << job;
    EXPECT_THAT(messages(set.rejected), ElementsAre("a/table.csv:2: " + said));
  }
}

TEST(MeasurementCsv, AColumnStandsThereOnce) {
  EXPECT_EQ(error_of("collective,size_bytes,time_us_oop,Time-us-oop\nreduce,8,1,2\n"),
            "table.csv:1: column time_us_oop twice, as 3 and 4, expected each once; rename or "
            "remove one; the second is 'Time-us-oop'");
  EXPECT_EQ(imported("collective,size_bytes,time_us_oop,x,x\nreduce,8,1,2,2\n").rows.size(), 1U);
}

TEST(MeasurementCsv, AMisspeltColumnIsGuessedAt) {
  EXPECT_THAT(messages(imported("collective,size_bytes,time_us_oop,rank\nreduce,8,1,2\n").notes),
              ElementsAre("a/table.csv:1: 1 column not read: 'rank' (did you mean ranks?)"));
}

TEST(MeasurementCsv, AlgorithmsMayCarryARemark) {
  const MeasurementSet set = imported(
      "collective,size_bytes,time_us_oop,algo_forced,proto_forced\n"
      "all_reduce,8,1,RING,ll128\n"
      "all_reduce,8,1,Ring (default choice),\n"
      "all_reduce,8,1,\"NVLSTree (unavailable, fallback)\",\n");
  ASSERT_EQ(set.rows.size(), 3U);
  EXPECT_EQ(set.rows[0].way.algorithm, "Ring");
  EXPECT_EQ(set.rows[0].way.protocol, "LL128");
  EXPECT_EQ(set.rows[1].way.algorithm, "Ring");
  EXPECT_FALSE(set.rows[1].is_fallback);
  EXPECT_TRUE(set.rows[1].is_own_choice);
  EXPECT_EQ(set.rows[2].way.algorithm, "");
  EXPECT_TRUE(set.rows[2].is_fallback);
}

// 10 GB/s move 1 MB in 100 us; with 4 ranks, busbw 15 GB/s is algbw 10.
TEST(MeasurementCsv, ATimeMayComeFromABandwidth) {
  const MeasurementSet set = imported(
      "collective,ranks,size_bytes,time_us_oop,algbw_oop_GBps,busbw_oop_GBps\n"
      "all_reduce,,1000000,,10,\n"
      "all_reduce,4,1000000,,,15\n"
      "all_reduce,,1000000,,,15\n"
      "all_reduce,4,1000000,,0.0,0.0\n");
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_NEAR(time_of(set.rows[0])->in_us(), 100, 1e-9);
  EXPECT_NEAR(time_of(set.rows[1])->in_us(), 100, 1e-9);
  EXPECT_TRUE(set.rows[1].is_time_derived);
  EXPECT_THAT(messages(set.rejected),
              ElementsAre("a/table.csv:4: neither a time nor a bandwidth above 0",
                          "a/table.csv:5: neither a time nor a bandwidth above 0"));
}

TEST(MeasurementCsv, ABrokenLineLosesOnlyItself) {
  const std::string heading = "collective,size_bytes,time_us_oop,ranks\n";
  const std::string good = "all_reduce,1024,10.5,8\n";
  for (const char* bad :
       {"all_redcue,1024,10.5,8", "all_reduce,1K,10.5,8", "all_reduce,0,10.5,8",
        "all_reduce,1024,fast,8", "all_reduce,1024,-1,8", "all_reduce,1024,10.5,eight",
        "all_reduce,1024,10.5", "all_reduce,1024,10.5,8,9", "\"all_reduce,1024,10.5,8",
        "all_reduce,1024,inf,8", ",1024,10.5,8"}) {
    std::string text = heading + good;
    text.append(bad).append("\n").append(good);
    const MeasurementSet set = imported(text);
    EXPECT_EQ(set.rows.size(), 2U) << bad;
    EXPECT_THAT(messages(set.rejected), ElementsAre(HasSubstr("a/table.csv:3: "))) << bad;
  }
}

// 1024 B in 10.5 us are 0.0975 GB/s, which 0.1 may stand for and 0.2 may not.
TEST(MeasurementCsv, ContradictionsAreReported) {
  const MeasurementSet set = imported(
      "collective,size_bytes,time_us_oop,algbw_oop_GBps\n"
      "reduce,1024,10.5,0.1\nreduce,1024,10.5,0.20\n");
  EXPECT_EQ(set.rows.size(), 2U);
  EXPECT_THAT(messages(set.notes),
              ElementsAre("a/table.csv:3: out of place: algbw 0.2 GB/s, but size over time makes "
                          "0.09752"));
}

TEST(MeasurementCsv, MissingColumnsAreNamed) {
  EXPECT_THAT(error_of("collective,time_us_oop\n"), HasSubstr("table.csv:1: no column size_bytes"));
  EXPECT_THAT(error_of("size_bytes,time_us_oop\n"), HasSubstr("⟨collective⟩"));
  EXPECT_THAT(error_of("size_bytes,collective\n"), HasSubstr("no column with times"));
}

TEST(MeasurementCsv, HintsFillInWhatIsNotSaid) {
  const MeasurementSet set =
      imported("size_bytes,time_us_oop\n8,1\n", {"x", core::Collective::Scatter, 0});
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].collective, core::Collective::Scatter);
  EXPECT_EQ(set.rows[0].id, "x");
}

TEST(MeasurementCsv, SaysHowWellMediansAreKnown) {
  Measurement row;
  row.id = "a";
  row.bytes = 8;
  row.out_of_place = core::Duration::from_us(12.5);
  Measurement of_others = row;
  row.median = MedianKnown{12.25, 13.5, false, 3};
  const std::string csv = write_measurement_csv({row, of_others});
  EXPECT_THAT(csv, HasSubstr(",time_from,low_us,high_us,converged,late\n"));
  EXPECT_THAT(csv, HasSubstr(",12.25,13.5,false,3\n"));
  const MeasurementSet set = imported(csv);
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].median, row.median);
  EXPECT_FALSE(set.rows[1].median);
  EXPECT_THAT(write_measurement_csv({of_others}), ::testing::Not(HasSubstr("low_us")));
}

TEST(MeasurementCsv, MediansAreKnownOrTheRowIsRejected) {
  const std::string heading = "collective,size_bytes,time_us_oop,low_us,high_us,converged,late\n";
  EXPECT_THAT(messages(imported(heading + "reduce,8,1,1,2,maybe,0\n").rejected),
              ElementsAre(HasSubstr("converged 'maybe', expected true or false")));
  EXPECT_THAT(messages(imported(heading + "reduce,8,1,2,1,true,0\n").rejected),
              ElementsAre(HasSubstr("high_us '1', expected a time from low_us on")));
  // Other tables may have some of these columns.
  const MeasurementSet set = imported(heading + "reduce,8,1,1,2,,\n");
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_FALSE(set.rows[0].median);
}

core::Duration arbitrary_time() {
  return core::Duration::from_us(*rc::gen::inRange(1, 1'000'000'000) / 997.0);
}

Measurement arbitrary_measurement() {
  Measurement row;
  row.id = *rc::gen::container<std::string>(rc::gen::element('a', ',', '"', '-', '7'));
  row.gpu = *rc::gen::element<std::string>("", "NVIDIA H100", "A, \"B\"");
  row.network = *rc::gen::element<std::string>("", "IB HDR, fat tree");
  row.collective = *rc::gen::elementOf(std::vector<core::Collective>(
      core::all_collectives().begin(), core::all_collectives().end()));
  row.bytes = *rc::gen::inRange<std::uint64_t>(1, std::uint64_t{1} << 40U);
  row.type = *rc::gen::element<std::optional<core::DataType>>(std::nullopt, core::DataType::Half);
  row.op = *rc::gen::element<std::optional<core::ReduceOp>>(std::nullopt, core::ReduceOp::Max);
  row.nodes = *rc::gen::inRange(0, 5);
  row.gpus_per_node = *rc::gen::inRange(0, 9);
  const bool has_ranks = *rc::gen::arbitrary<bool>();
  if (has_ranks) row.ranks = std::max(row.nodes, 1) * std::max(row.gpus_per_node, 1);
  row.gpus_per_process = *rc::gen::inRange(0, std::max(row.gpus_per_node, 1) + 1);
  row.is_fallback = *rc::gen::arbitrary<bool>();
  if (!row.is_fallback) row.way.algorithm = *rc::gen::element<std::string>("", "Ring", "NVLSTree");
  row.is_own_choice = !row.way.algorithm.empty() && *rc::gen::arbitrary<bool>();
  row.way.protocol = *rc::gen::element<std::string>("", "LL128");
  row.way.channels = *rc::gen::inRange(0, 3);
  row.nccl_version = *rc::gen::element<std::string>("", "2.28.9");
  const int placements = *rc::gen::inRange(1, 4);
  if (placements != 2) row.out_of_place = arbitrary_time();
  if (placements != 1) row.in_place = arbitrary_time();
  row.is_time_derived = *rc::gen::arbitrary<bool>();
  row.wrong = *rc::gen::element<std::optional<std::uint64_t>>(std::nullopt, 0, 12);
  if (*rc::gen::arbitrary<bool>()) {
    const int low = *rc::gen::inRange(0, 100'000);  // in hundredths, as they are written
    row.median = MedianKnown{low / 100.0, (low + 999) / 100.0, *rc::gen::arbitrary<bool>(),
                             *rc::gen::inRange(0, 9)};
  }
  return row;
}

RC_GTEST_PROP(MeasurementCsvProperty, WhatIsWrittenIsReadAgain, ()) {
  std::vector<Measurement> rows(static_cast<std::size_t>(*rc::gen::inRange(1, 6)));
  for (Measurement& row : rows) row = arbitrary_measurement();
  auto set = read_measurement_csv({"t.csv", write_measurement_csv(rows)}, {});
  RC_ASSERT(set);
  RC_ASSERT(set->rejected.empty());
  for (const auto& note : set->notes) RC_ASSERT(note.text == "12 elements came out wrong");
  for (Measurement& row : set->rows) {
    row.file.clear();
    row.line = 0;
    row.run = 0;
  }
  RC_ASSERT(set->rows == rows);
}

// Not part of the repository.
TEST(MeasurementCsv, TheCorpusIsReadWhole) {
  std::ifstream file("../shared/corpus/measurements.csv");
  if (!file) GTEST_SKIP() << "no corpus of measurements here";
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const MeasurementSet set = imported(text);
  const auto table = treering::testing::read_csv(text);
  EXPECT_EQ(set.rows.size() + set.rejected.size(), table.size());
  EXPECT_THAT(messages(set.rejected), IsEmpty());
  // One series says "bfloat16/fp32 (torch)", two "-g single process" and "-g N".
  EXPECT_THAT(messages(set.notes),
              UnorderedElementsAre(HasSubstr("5 columns not read: 'system'"),
                                   HasSubstr("data type"), HasSubstr("without a number")));
  ASSERT_EQ(set.rows.size(), table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Measurement& row = set.rows[i];
    EXPECT_EQ(row.id, table[i].at("id"));
    EXPECT_EQ(std::to_string(row.ranks), table[i].at("ranks"));
    EXPECT_EQ(row.is_time_derived, table[i].at("time_us_oop").empty());
  }
}

}  // namespace measurement_csv_test
}  // namespace treering::tuner::runs
