// Tables whose headings name their columns.
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/runs/headed_columns.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {
namespace headed_table_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Kind = HeadedColumn::Kind;

std::vector<Measurement> rows_in(const std::string& text, const ImportHints& hints = {}) {
  const auto read = read_run_file({"paste.md", text}, hints);
  EXPECT_TRUE(read) << read.error().message();
  return read ? read->set.rows : std::vector<Measurement>();
}

std::string error_of(const std::string& text) {
  const auto read = read_run_file({"paste.md", text}, {});
  return read ? "no error" : read.error().message();
}

double us(const Measurement& row) {
  return row.out_of_place->in_us();
}

std::vector<Kind> kinds_in(const std::string& line) {
  std::vector<Kind> kinds;
  const auto heading = heading_in(line);
  if (!heading) return kinds;
  for (const HeadedColumn& column : heading->columns) kinds.push_back(column.kind);
  return kinds;
}

TEST(HeadedColumns, AreThoseOfTheHeading) {
  EXPECT_THAT(kinds_in("| Size | Algbw (GB/s) | **BusBW (GB/s)** | Time (us) |"),
              ElementsAre(Kind::Size, Kind::Algbw, Kind::Busbw, Kind::Time));
  EXPECT_THAT(kinds_in("\tCOMMS-RES   size (B)   nElementsPerRank   Latency(us):p50   p75   Min   "
                       "AlgBW(GB/s)   BusBW(GB/s)"),
              ElementsAre(Kind::Label, Kind::Size, Kind::Other, Kind::Time, Kind::Other,
                          Kind::Other, Kind::Algbw, Kind::Busbw));
  EXPECT_THAT(kinds_in("Size (Bytes)   Description   Duration   Throughput (Gbps)   BusBW (Gbps)"),
              ElementsAre(Kind::Size, Kind::Elements, Kind::Time, Kind::Other, Kind::Busbw));
  EXPECT_THAT(kinds_in("size(MB)   tavg(usec)    tmin(usec)  avgbw(GB/sec)"),
              ElementsAre(Kind::Size, Kind::Time, Kind::Other, Kind::Other));
  EXPECT_THAT(kinds_in("size_bytes,time_us,busbw_gbps"),
              ElementsAre(Kind::Size, Kind::Time, Kind::Busbw));
  EXPECT_THAT(kinds_in("| Size | Bandwidth |"), IsEmpty());
  EXPECT_THAT(kinds_in("the size, the time and the bandwidth of it"), IsEmpty());
}

TEST(HeadedColumns, SizesHaveUnits) {
  EXPECT_EQ(bytes_in("1.0 GB", 0), std::uint64_t{1} << 30U);
  EXPECT_EQ(bytes_in("256M", 0), std::uint64_t{256} << 20U);
  EXPECT_EQ(bytes_in("1,048,576", 1), 1048576U);
  EXPECT_EQ(bytes_in("1_048_576", 1), 1048576U);
  EXPECT_EQ(bytes_in("4", 1048576), 4194304U);
  EXPECT_FALSE(bytes_in("4", 0));
  EXPECT_FALSE(bytes_in("4 apples", 1));
}

TEST(HeadedColumns, FiguresHaveUnits) {
  // 8 bits a byte.
  EXPECT_DOUBLE_EQ(figure_in("368 Gbit/s", {.kind = Kind::Busbw})->value, 46);
  EXPECT_DOUBLE_EQ(figure_in("368", {.kind = Kind::Busbw, .scale = 0.125})->value, 46);
  EXPECT_DOUBLE_EQ(figure_in("**46 GB/s**", {.kind = Kind::Busbw})->value, 46);
  EXPECT_DOUBLE_EQ(figure_in("1.5 ms", {.kind = Kind::Time})->value, 1500);
  EXPECT_FALSE(figure_in("1.5", {.kind = Kind::Time}));
  EXPECT_FALSE(figure_in("N/A", {.kind = Kind::Busbw}));
  EXPECT_FALSE(figure_in("368 Gbps", {.kind = Kind::Busbw}));
}

// 8 ranks: busbw is 1.75 times algbw, so that 1 GiB at 350 GB/s has 200 GB/s: 5368.71 us.
TEST(HeadedTable, IsOneOfMarkdown) {
  const auto rows = rows_in(
      "all_reduce on 8x H100:\n\n| Size | busbw |\n|------|-------|\n| 1 GiB | 350 GB/s |\n"
      "| 4 GiB | 0 |\n");
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].collective, core::Collective::AllReduce);
  EXPECT_EQ(rows[0].ranks, 8);
  EXPECT_EQ(rows[0].line, 5);
  EXPECT_NEAR(us(rows[0]), 5368.71, 0.01);
}

// 2 x 15 / 16 = 1.875 is the factor of 16 ranks.
TEST(HeadedTable, BandwidthsNameTheRanks) {
  const auto rows = rows_in(
      "AllReduce\n| bytes | algbw (GB/s) | busbw (GB/s) |\n"
      "| 1073741824 | 200.00 | 375.00 |\n");
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].ranks, 16);
}

TEST(HeadedTable, ColumnsMayBeOfCollectives) {
  const auto rows = rows_in(
      "2 nodes, 16 ranks\n| Size | AllReduce busbw (GB/s) | AllGather busbw (GB/s) |\n"
      "|--|--|--|\n| 1G | 375 | 187.5 |\n");
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[0].collective, core::Collective::AllReduce);
  EXPECT_EQ(rows[1].collective, core::Collective::AllGather);
  EXPECT_EQ(rows[0].nodes, 2);
  EXPECT_EQ(rows[0].gpus_per_node, 8);
  // 200 GB/s of all_reduce, and 187.5 x 16 / 15 = 200 of all_gather.
  EXPECT_NEAR(us(rows[0]), us(rows[1]), 1e-6);
}

TEST(HeadedTable, IsOneOfParam) {
  const auto rows = rows_in(
      "\tCOMMS-RES          size (B)  nElementsPerRank   Latency(us):p50         p75       p95   "
      "AlgBW(GB/s)   BusBW(GB/s)\n"
      "\tCOMMS-RES-all_to_all-float32      8388608      131072      100.0      101.0      103.0    "
      "  83.886      78.643\n");
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].collective, core::Collective::AllToAll);
  EXPECT_EQ(rows[0].bytes, 8388608U);
  EXPECT_DOUBLE_EQ(us(rows[0]), 100);
  EXPECT_EQ(rows[0].ranks, 16);  // 78.643 / 83.886 = 15 / 16
}

// 64 MiB of all_reduce of 16 ranks in 1 ms: 67.109 GB/s, times 1.875 and 8 bits 1006.6 Gbps.
// all_gather prints the share of a rank: 16 x 4 MiB in 1 ms, times 15 / 16: 503.3 Gbps.
TEST(HeadedTable, IsOneOfDeepSpeed) {
  const std::string heading =
      " ----\nSize (Bytes)         Description               Duration             Throughput "
      "(Gbps) "
      "   BusBW (Gbps)\n-----\n";
  const auto rows = rows_in(
      "---- Performance of all_reduce on 16 devices" + heading +
      "64.0 MB              16777216x4                1.0 ms               1073.742            "
      "1006.633\n"
      "---- Performance of all_gather on 16 devices" +
      heading +
      "4.0 MB               1048576x4                 1.0 ms               536.871             "
      "503.316\n");
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[0].collective, core::Collective::AllReduce);
  EXPECT_EQ(rows[0].bytes, std::uint64_t{64} << 20U);
  EXPECT_EQ(rows[0].ranks, 16);
  EXPECT_DOUBLE_EQ(us(rows[0]), 1000);
  EXPECT_EQ(rows[1].collective, core::Collective::AllGather);
  EXPECT_EQ(rows[1].bytes, std::uint64_t{64} << 20U);
}

TEST(HeadedTable, AHostMayStandBeforeEachLine) {
  const auto rows = rows_in(
      "> x3211c0s37b0n0: ---- Performance of all_reduce on 16 devices ----\n"
      "> x3211c0s37b0n0: Size (Bytes)         Description               Duration             "
      "Throughput (Gbps)    BusBW (Gbps)\n"
      "> x3211c0s37b0n0: ------\n"
      "> x3211c0s37b0n0: 64.0 MB              16777216x4                1.0 ms               "
      "1073.742            1006.633\n");
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].collective, core::Collective::AllReduce);
  EXPECT_EQ(rows[0].ranks, 16);
  EXPECT_DOUBLE_EQ(us(rows[0]), 1000);
}

// As all_reduce_bench.py of ml-engineering prints it: 4 GiB at 480 / 1.75 GB/s are 15658.8 us.
TEST(HeadedTable, IsOneOfAPytorchBench) {
  const auto rows = rows_in(
      "- software: torch=2.5.1, cuda=12.4, nccl=2.21.5\n"
      "The average bandwidth of all_reduce over 8 ranks (5 warmups / 20 trials):\n\n"
      "| payload |    busbw   |    algbw   |\n| ------: | ---------: | ---------: |\n"
      "|     4GB | 480.00GBps | 274.29GBps |\n");
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].ranks, 8);
  EXPECT_EQ(rows[0].nccl_version, "2.21.5");
  EXPECT_NEAR(us(rows[0]), 15658.5, 1);
}

TEST(HeadedTable, IsOneOfOsuOverNccl) {
  const std::string table =
      "# Size          Avg Latency(us)\n4                  20.00\n"
      "1048576           100.00\n";
  const auto rows = rows_in("# OSU NCCL-CUDA Allreduce Latency Test v7.3\n" + table);
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[0].bytes, 4U);
  EXPECT_EQ(rows[1].collective, core::Collective::AllReduce);
  EXPECT_THAT(error_of("# OSU MPI-CUDA Allreduce Latency Test v7.3\n" + table),
              HasSubstr("times MPI"));
}

TEST(HeadedTable, WhatIsNotClearIsSaid) {
  EXPECT_THAT(error_of("all_reduce\n| Size | busbw before | busbw after |\n| 1G | 3 | 4 |\n"),
              HasSubstr("each may be the one meant"));
  EXPECT_THAT(error_of("all_reduce, 8 ranks\n| Size | busbw |\n| 4 | 3 |\n"),
              HasSubstr("a size without a unit"));
  EXPECT_THAT(error_of("all_reduce\n| Size | busbw |\n| 1G | 3 |\n"),
              HasSubstr("an unknown number of ranks"));
  EXPECT_THAT(error_of("| Size | busbw |\n| 1G | 3 |\n"), HasSubstr("⟨collective⟩"));
  EXPECT_THAT(error_of("all_reduce, 8 ranks\n| Size | busbw (Gbps) |\n| 1G | 3 |\n"),
              HasSubstr("gigabits or gigabytes"));
  EXPECT_THAT(error_of("all_reduce, 8 ranks\n| Size | busbw |\n| 1G | 3 Gbps |\n"),
              HasSubstr("in a unit that is clear"));
  EXPECT_THAT(
      error_of("Comm. Op   Message Size   Count   Total Latency(ms)   Avg Latency(ms)   "
               "tput_avg (Gbps)   busbw_avg (Gbps)\nbroadcast\n    2 KB   146   11   0.08   "
               "0.4   0.41\n"),
      HasSubstr("in a training"));
  // The table of treering predict, without its first line.
  EXPECT_THAT(error_of("all_reduce\n#  size    time (us)   algbw   busbw   80 % within\n"
                       "8 B   19.2   0.1   0.2   18..20\n"),
              HasSubstr("no measurements"));
  EXPECT_THAT(error_of("| Size | Bandwidth |\n| 1G | 3 |\n"), HasSubstr("no measurements"));
}

}  // namespace headed_table_test
}  // namespace treering::tuner::runs
