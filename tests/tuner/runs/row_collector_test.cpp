#include "tuner/runs/row_collector.h"

#include <utility>

#include <gtest/gtest.h>

namespace treering::tuner::runs {
namespace row_collector_test {

/// 1 MB of 4 ranks.
ParsedRow parsed() {
  ParsedRow parsed;
  parsed.row.bytes = 1'000'000;
  parsed.row.ranks = 4;
  parsed.where = "f:1";
  return parsed;
}

MeasurementSet collected(ParsedRow parsed) {
  RowCollector rows;
  rows.add(std::move(parsed));
  return *std::move(rows).finish("f");
}

// 1 MB in 100 us are 10 GB/s; 3 % more is 10.3.
TEST(RowCollector, BandwidthsMayDifferByThreePercent) {
  ParsedRow row = parsed();
  row.out_of_place = {Figure{100, 0}, Figure{10.29, 0}, {}};
  EXPECT_TRUE(collected(row).notes.empty());
  row.out_of_place.algbw_gb_per_s->value = 10.4;
  EXPECT_EQ(collected(row).notes[0].text,
            "out of place: algbw 10.4 GB/s, but size over time makes 10");
}

// With 4 ranks an all_reduce has a busbw of 1.5 times algbw.
TEST(RowCollector, BusbwIsHeldAgainstTheRanks) {
  ParsedRow row = parsed();
  row.in_place = {Figure{100, 0}, {}, Figure{15, 0}};
  EXPECT_TRUE(collected(row).notes.empty());
  row.in_place.busbw_gb_per_s->value = 10;
  EXPECT_EQ(collected(row).notes[0].text,
            "in place: busbw 10 GB/s, but size over time makes 15 with 4 ranks");
  row.row.ranks = 0;
  EXPECT_TRUE(collected(row).notes.empty());
}

// 0.00 ms, as the versions of 2017 print it, may have been 4 us.
TEST(RowCollector, RoundingExplainsWhatItCan) {
  ParsedRow row = parsed();
  row.out_of_place = {Figure{10, 5}, Figure{180, 0}, {}};  // 5 us would be 200 GB/s
  EXPECT_TRUE(collected(row).notes.empty());
  row.out_of_place.algbw_gb_per_s->value = 300;
  EXPECT_EQ(collected(row).notes.size(), 1U);
}

TEST(RowCollector, RowsNeedASizeAndATimeAboveZero) {
  ParsedRow row = parsed();
  EXPECT_EQ(collected(row).rejected[0].text, "neither a time nor a bandwidth above 0");
  row.out_of_place.time_us = Figure{0, 0.005};
  EXPECT_EQ(collected(row).rejected[0].text, "time 0 us, expected above 0");
  row.out_of_place.time_us = Figure{1, 0.005};
  EXPECT_TRUE(collected(row).rejected.empty());
  row.row.bytes = 0;
  EXPECT_EQ(collected(row).rejected[0].text, "a call of 0 bytes, which NCCL drops");
}

/// A row that 1 us took.
ParsedRow timed(int ranks, int nodes, int gpus_per_node, int gpus_per_process) {
  ParsedRow row = parsed();
  row.row.ranks = ranks;
  row.row.nodes = nodes;
  row.row.gpus_per_node = gpus_per_node;
  row.row.gpus_per_process = gpus_per_process;
  row.out_of_place.time_us = Figure{1, 0.005};
  return row;
}

// A thread with -g 4 whose GPUs NCCL_TESTS_SPLIT spreads over two communicators, or that is alone
// though the program ran with -g 4.
TEST(RowCollector, AThreadHasAtMostTheGpusOfItsCommunicator) {
  EXPECT_EQ(collected(timed(2, 1, 2, 4)).rows[0].gpus_per_process, 2);
  EXPECT_EQ(collected(timed(1, 1, 1, 4)).rows[0].gpus_per_process, 1);
  EXPECT_EQ(collected(timed(2, 0, 0, 4)).rows[0].gpus_per_process, 2);
  EXPECT_EQ(collected(timed(16, 2, 8, 4)).rows[0].gpus_per_process, 4);
  EXPECT_EQ(collected(timed(0, 0, 0, 4)).rows[0].gpus_per_process, 4);
}

TEST(RowCollector, JobsThatCannotBeAreUnknown) {
  const MeasurementSet few = collected(timed(2, 4, 0, 0));
  EXPECT_EQ(few.notes[0].text, "2 ranks cannot run on 4 nodes; the number of nodes stays unknown");
  EXPECT_EQ(few.rows[0].ranks, 2);
  EXPECT_EQ(few.rows[0].nodes, 0);
  const MeasurementSet many = collected(timed(9, 1, 8, 0));
  EXPECT_EQ(many.notes[0].text, "9 ranks cannot run on 1 node; the number of nodes stays unknown");
  EXPECT_EQ(many.rows[0].gpus_per_node, 0);
}

TEST(RowCollector, SaysThingsOnce) {
  RowCollector rows;
  rows.note_once("f:1", "odd");
  rows.note_once("f:2", "odd");
  EXPECT_EQ(std::move(rows).finish("f")->notes.size(), 1U);
}

}  // namespace row_collector_test
}  // namespace treering::tuner::runs
