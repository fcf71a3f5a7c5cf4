#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/runs/formats.h"

namespace treering::tuner::runs {
namespace nccl_tests_text_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// In the form of 2.17: 2 hosts of 2 GPUs, all_reduce of 1 KiB and 2 GiB. Of 4 ranks busbw is
/// algbw x 1.5; 2 GiB in 10737.42 us are 200 GB/s.
const std::string kLog =
    "# Collective test starting: all_reduce_perf\n"
    "# nThread 1 nGpus 1 minBytes 1024 maxBytes 2147483648 step: 2(factor) warmup iters: 5\n"
    "#\n"
    "# Using devices\n"
    "#  Rank  0 Group  0 Pid   10 on   left device  0 [0000:1b:00] NVIDIA H100\n"
    "#  Rank  1 Group  0 Pid   11 on   left device  1 [0000:1c:00] NVIDIA H100\n"
    "#  Rank  2 Group  0 Pid   10 on  right device  0 [0000:1b:00] NVIDIA H100\n"
    "#  Rank  3 Group  0 Pid   11 on  right device  1 [0000:1c:00] NVIDIA H100\n"
    "NCCL version 2.27.3+cuda12.9\n"
    "#\n"
    "#                                      out-of-place                       in-place\n"
    "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n"
    "#   (B)  (elements)                (us)  (GB/s) (GB/s)        (us)  (GB/s) (GB/s)\n"
    "        1024           256     float     sum      -1    20.48    0.05    0.08      0"
    "    10.24    0.10    0.15    N/A\n"
    "  2147483648     536870912     float     sum      -1  10737.4  200.00  300.00      0"
    "  10737.4  200.00  300.00      0\n"
    "# Out of bounds values : 0 OK\n"
    "# Avg bus bandwidth    : 150.06\n"
    "#\n";

MeasurementSet imported(const std::string& text, const ImportHints& hints = {}) {
  const auto set = read_nccl_tests_text({"logs/run.log", text}, hints);
  EXPECT_TRUE(set) << set.error().message();
  return set.value_or(MeasurementSet());
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// `with` before each line.
std::string prefixed(const std::string& text, const std::string& with) {
  std::string result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin) + 1;
    result += with + text.substr(begin, end - begin);
    begin = end;
  }
  return result;
}

std::vector<std::string> messages(const std::vector<core::Diagnostic>& list) {
  std::vector<std::string> texts;
  for (const auto& one : list) texts.push_back(one.where + ": " + one.text);
  return texts;
}

std::vector<std::uint64_t> sizes(const MeasurementSet& set) {
  std::vector<std::uint64_t> list;
  for (const Measurement& row : set.rows) list.push_back(row.bytes);
  return list;
}

// Too large for any size, and garbage: both lose themselves only, and are reported.
TEST(NcclTestsText, RowsWithoutASizeAreRejected) {
  for (const std::string& size : {std::string(23, '9'), std::string("\x01\x02?")}) {
    std::string text = kLog;
    const std::string second = "  2147483648     536870912";
    text.replace(text.find(second), second.size(), "  " + size + "     536870912");
    const MeasurementSet set = imported(text);
    EXPECT_EQ(set.rows.size(), 1U) << size;
    EXPECT_EQ(set.rejected.size(), 1U) << size;
  }
}

TEST(NcclTestsText, ARunIsReadWithItsFacts) {
  const MeasurementSet set = imported(kLog);
  ASSERT_EQ(set.rows.size(), 2U);
  Measurement expected;
  expected.id = "run";
  expected.bytes = 1024;
  expected.type = core::DataType::Float;
  expected.op = core::ReduceOp::Sum;
  expected.nodes = 2;
  expected.ranks = 4;
  expected.gpus_per_node = 2;
  expected.gpus_per_process = 1;
  expected.possible_ranks = {4, 4};  // 300 / 200 = 2 x 3 / 4
  expected.gpu = "NVIDIA H100";
  expected.nccl_version = "2.27.3";
  expected.out_of_place = core::Duration::from_us(20.48);
  expected.in_place = core::Duration::from_us(10.24);
  expected.wrong = 0;
  expected.file = "logs/run.log";
  expected.line = 14;
  EXPECT_EQ(set.rows[0], expected);
  EXPECT_EQ(time_of(set.rows[1])->in_us(), 10737.4);
  EXPECT_THAT(set.rejected, IsEmpty());
  EXPECT_THAT(messages(set.notes), IsEmpty());
}

class Prefixes : public ::testing::TestWithParam<std::string> {};

TEST_P(Prefixes, DoNotMatter) {
  EXPECT_EQ(imported(prefixed(kLog, GetParam())), imported(kLog));
}

INSTANTIATE_TEST_SUITE_P(NcclTestsText, Prefixes,
                         ::testing::Values("    ", "0: ", "[1,0]<stdout>:", "[1,0]<stdout>: ",
                                           "[pod/nccl-launcher-x7/main] ",
                                           "2025-11-03T12:00:00.123Z ", "[2025-11-03 12:00:00] ",
                                           "(head, rank=0, pid=38) [1,0]<stdout>:", "> ", "| ",
                                           "\x1b[32m", "Nov 21 17:38:59 node1 run[12]: "));

TEST(NcclTestsText, LineEndsOfWindowsAndColoursDoNotMatter) {
  std::string text;
  for (const char c : kLog) text += c == '\n' ? std::string("\x1b[0m\r\n") : std::string(1, c);
  EXPECT_EQ(imported(text), imported(kLog));
}

// As editors, web pages and old exports have them.
TEST(NcclTestsText, OtherBlanksAndLineEndsDoNotMatter) {
  std::string tabs = kLog;
  std::ranges::replace(tabs, ' ', '\t');
  EXPECT_EQ(imported(tabs), imported(kLog));
  std::string non_breaking;
  for (const char c : kLog) non_breaking += c == ' ' ? std::string("\xc2\xa0") : std::string(1, c);
  EXPECT_EQ(imported(non_breaking), imported(kLog));
  EXPECT_TRUE(is_nccl_tests_text(non_breaking));
  std::string returns = kLog;
  std::ranges::replace(returns, '\n', '\r');
  EXPECT_EQ(imported(returns), imported(kLog));
}

// The size column is glued to the prefix where it fills its columns.
TEST(NcclTestsText, APrefixMayBeGluedToTheSize) {
  const std::string text = replaced(kLog, "  2147483648  ", "[1,0]<stdout>:2147483648  ");
  EXPECT_THAT(sizes(imported(text)), ElementsAre(1024, 2147483648U));
}

// What NCCL_DEBUG=INFO does to a row: its own lines come between and are glued to what stands.
TEST(NcclTestsText, DebugOutputMayTearARow) {
  const std::string debug = "left:10:12 [0] NCCL INFO AllReduce: opCount 0 count 256 [nranks=4]\n";
  std::string text = replaced(kLog, "sum      -1    20.48", "sum      -1" + debug + "    20.48");
  text = replaced(text, "0    10.24", "0" + debug + debug + "    10.24");
  MeasurementSet set = imported(text);
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[1].line, 18);
  set.rows[1].line = 15;
  EXPECT_EQ(set, imported(kLog));
}

// Names of hosts such as container ids begin with digits.
TEST(NcclTestsText, AHostsDigitsAreNoFigures) {
  const std::string debug = "3767c65d25c4:10:12 [0] NCCL INFO AllReduce: opCount 0\n";
  std::string text = replaced(kLog, "0    10.24", "0" + debug + debug + "    10.24");
  const MeasurementSet set = imported(text);
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].wrong, 0U);
  EXPECT_EQ(set.rows[0].in_place, core::Duration::from_us(10.24));
}

TEST(NcclTestsText, SettingsOfTheRunAreForced) {
  const MeasurementSet set =
      imported(replaced(kLog, "#\n# Using",
                        "left:10:12 [0] NCCL INFO NCCL_ALGO set by environment to RING\n"
                        "left:10:12 [0] NCCL INFO NCCL_PROTO set by environment to ll\n"
                        "#\n# Using"));
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].way.algorithm, "Ring");
  EXPECT_EQ(set.rows[0].way.protocol, "LL");
}

TEST(NcclTestsText, RunsFollowEachOther) {
  std::string second = replaced(kLog, "all_reduce_perf", "all_gather_perf");
  second = replaced(second, "NCCL version 2.27.3+cuda12.9\n", "");
  second = replaced(second, "#  Rank  2", "# no 2");
  const MeasurementSet set = imported(kLog + second);
  ASSERT_EQ(set.rows.size(), 4U);
  EXPECT_EQ(set.rows[1].collective, core::Collective::AllReduce);
  EXPECT_EQ(set.rows[2].collective, core::Collective::AllGather);
  EXPECT_EQ(set.rows[2].ranks, 4);
  // One line of the list is missing; rank 3 is the second GPU of its host.
  EXPECT_EQ(set.rows[2].nodes, 2);
  EXPECT_EQ(set.deduced.size(), 1U);
  EXPECT_EQ(set.rows[2].nccl_version, "2.27.3");
}

TEST(NcclTestsText, ACommandLineNamesTheCollectiveToo) {
  const std::string bare = replaced(kLog, "# Collective test starting: all_reduce_perf\n", "");
  const std::string build = "Linking  all_reduce.o > build/all_reduce_perf\n";
  const MeasurementSet set =
      imported(build + "$ mpirun -np 4 -x NCCL_ALGO=Ring ./build/reduce_scatter_perf -b 1K\n" +
               bare + "$ ./build/alltoall_perf -b 1K -e 2G\n" + bare + bare);
  ASSERT_EQ(set.rows.size(), 6U);
  EXPECT_THAT(set.rejected, IsEmpty());
  EXPECT_EQ(set.rows[0].collective, core::Collective::ReduceScatter);
  EXPECT_EQ(set.rows[0].way.algorithm, "Ring");
  EXPECT_EQ(set.rows[2].collective, core::Collective::AllToAll);
  EXPECT_EQ(set.rows[2].way.algorithm, "");
  // Nobody said what the third run was: its table shows it.
  EXPECT_EQ(set.rows[4].collective, core::Collective::AllReduce);
}

TEST(NcclTestsText, AnUnnamedCollectiveIsAskedFor) {
  // A reduction beside a busbw that no collective with one has: 400 of 200 GB/s are 2, of 4 ranks
  // it is 1.5.
  const std::string bare =
      replaced(replaced(replaced(kLog, "# Collective test starting: all_reduce_perf\n", ""),
                        "200.00  300.00      0  ", "200.00  400.00      0  "),
               "200.00  300.00      0\n", "200.00  400.00      0\n");
  EXPECT_THAT(messages(imported(bare).rejected),
              ElementsAre("logs/run.log:13: 2 rows of one of all_reduce, sendrecv, which their "
                          "table does not tell apart; name it with ⟨collective⟩"));
  const MeasurementSet set = imported(bare, {"mine", core::Collective::AllReduce, 0});
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].collective, core::Collective::AllReduce);
  EXPECT_EQ(set.rows[0].id, "mine");
}

TEST(NcclTestsText, WhatIsNoCollectiveOfOursIsSaid) {
  const MeasurementSet set = imported(replaced(kLog, "all_reduce_perf", "hypercube_perf"));
  EXPECT_THAT(set.rows, IsEmpty());
  EXPECT_THAT(
      messages(set.rejected),
      ElementsAre(HasSubstr("2 rows of hypercube_perf, a collective that treering does not know")));
}

TEST(NcclTestsText, CpuTimesAreNoMeasurements) {
  const MeasurementSet set = imported(replaced(kLog, "root  time", "root  cputime"));
  EXPECT_THAT(set.rows, IsEmpty());
  EXPECT_THAT(messages(set.rejected), ElementsAre(HasSubstr("2 rows of cputime")));
}

TEST(NcclTestsText, ABrokenLineLosesOnlyItself) {
  const std::vector<std::pair<std::string, std::string>> breaks{
      {"    20.48    0.05    0.08      0    10.24    0.10    0.15    N/A\n", "    20.48    0.05\n"},
      {"    20.48", "    nan"},
      {"    20.48", "    20.48    20.48"},
      {"    20.48", "     0.00"},
      {"        1024           256     float     sum      -1    20.48", "        1024      2048"},
      {"        1024 ", "           0 "},
  };
  for (const auto& [from, to] : breaks) {
    const MeasurementSet set = imported(replaced(kLog, from, to));
    EXPECT_THAT(sizes(set), ElementsAre(2147483648U)) << to;
    EXPECT_THAT(messages(set.rejected), ElementsAre(HasSubstr("logs/run.log:14: "))) << to;
  }
}

TEST(NcclTestsText, ARowMayLackItsSecondHalf) {
  const MeasurementSet set = imported(replaced(kLog, "    10.24    0.10    0.15    N/A\n", "\n"));
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].in_place, std::nullopt);
  EXPECT_THAT(messages(set.notes), ElementsAre(HasSubstr("ends before its figures in place")));
}

TEST(NcclTestsText, WrongResultsAreKeptAndReported) {
  const MeasurementSet set = imported(replaced(kLog, "0.08      0", "0.08   1e+06"));
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].wrong, 1'000'000U);
  EXPECT_THAT(messages(set.notes), ElementsAre("logs/run.log:14: 1000000 elements came out wrong"));
}

TEST(NcclTestsText, ATestThatFailedItsCheckIsAFault) {
  const MeasurementSet set = imported(replaced(kLog, "values : 0 OK", "values : 2 FAILED"));
  ASSERT_EQ(set.faults.size(), 1U);
  EXPECT_EQ(set.faults[0].what, RunFault::What::Failed);
  EXPECT_THAT(set.faults[0].text, HasSubstr("wrong"));
}

// The average of sizes from 1 to 16 GiB stands for one of 4 GiB; of small sizes it says nothing.
TEST(NcclTestsText, AnAverageOfLargeSizesIsARow) {
  const std::string average = "Out of bounds values : 0 OK\nAvg bus bandwidth    : 360.0\n";
  const MeasurementSet set =
      imported("mpirun -H one:8,two:8 ./all_reduce_perf -b 1G -e 16G -f 2\n" + average);
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].bytes, std::uint64_t{4} << 30U);
  EXPECT_EQ(set.rows[0].ranks, 16);
  EXPECT_EQ(set.rows[0].nodes, 2);
  // 360 / 1.875 = 192 GB/s.
  EXPECT_NEAR(time_of(set.rows[0])->in_us(), static_cast<double>(set.rows[0].bytes) / 192e3, 1);
  EXPECT_THAT(imported("mpirun -np 16 ./all_reduce_perf -b 8 -e 16G -f 2\n" + average).rows,
              IsEmpty());
}

// 1024 B in 20.48 us are 0.05 GB/s; 300 GB/s of busbw are 200 of algbw with 4 ranks.
TEST(NcclTestsText, ContradictingBandwidthsAreReported) {
  const MeasurementSet set =
      imported(replaced(kLog, "10737.4  200.00  300.00", "9737.4  220.5  300.00"));
  EXPECT_EQ(set.rows.size(), 2U);
  EXPECT_THAT(messages(set.notes),
              ElementsAre("logs/run.log:15: out of place: busbw 300 GB/s, but size over time makes "
                          "330.8 with 4 ranks"));
}

TEST(NcclTestsText, ProcessesThatRanAloneAreNoted) {
  const MeasurementSet set = imported(replaced(kLog, "#  Rank  2", "#  Rank  0"));
  EXPECT_EQ(set.rows.size(), 2U);
  ASSERT_EQ(set.faults.size(), 1U);
  EXPECT_EQ(set.faults[0].what, RunFault::What::RanAlone);
}

// Processes of one job write at the same time: the list goes on behind the heading, whose times are
// in ms. 1 MiB in 2.1 ms is 0.50 GB/s.
TEST(NcclTestsText, AListMayGoOnBehindTheHeading) {
  const MeasurementSet set = imported(
      "$ mpirun -np 2 -H left:1,right:1 ./all_reduce_perf -b 1M -e 1M -g 1\n"
      "# Using devices\n"
      "#   Rank  0 on       left device  0 [0x00] Tesla V100-SXM2-16GB\n"
      "#  bytes  N  type  op  time  algbw  busbw  res  time  algbw  busbw  res\n"
      "#   Rank  1 on      right device  0 [0x00] Tesla V100-SXM2-16GB\n"
      "  1048576  262144  float  sum  2.100  0.50  0.50  N/A  2.200  0.48  0.48  N/A\n");
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_TRUE(set.faults.empty());
  EXPECT_EQ(set.rows[0].ranks, 2);
  EXPECT_EQ(set.rows[0].nodes, 2);
  EXPECT_NEAR(set.rows[0].out_of_place->in_us(), 2100, 1e-9);
}

TEST(NcclTestsText, RunsKeepTheirOwnVariablesAndVersions) {
  const std::string heading =
      "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n";
  const std::string row = "  1024  256  float  sum  -1  20.5  0.05  0.05  0  20.5  0.05  0.05  0\n";
  const MeasurementSet set =
      imported("With NCCL/2.10.3 first:\n./all_reduce_perf -g 2\n" + heading + row +
               "# Avg bus bandwidth    : 0.05\nthen with NCCL/2.12.7:\nNCCL_P2P_DISABLE=1 "
               "./all_reduce_perf -g 2\n" +
               heading + row);
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].nccl_version, "2.10.3");
  EXPECT_EQ(set.rows[1].nccl_version, "2.12.7");
  ASSERT_EQ(set.runs.size(), 2U);
  EXPECT_TRUE(set.runs[0].variables.empty());
  EXPECT_EQ(set.runs[1].variables.at("NCCL_P2P_DISABLE"), "1");
}

/// The numbers of the runs of the rows.
std::vector<int> runs_of(const MeasurementSet& set) {
  std::vector<int> numbers;
  for (const Measurement& row : set.rows) numbers.push_back(row.run);
  return numbers;
}

// Of 8 ranks, as busbw is 1.75 times algbw.
TEST(NcclTestsText, SizesThatBeginAnewBehindAHeadingATitleOrACommandAreOfAnotherRun) {
  const std::string heading =
      "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n";
  const std::string small =
      "1073741824 268435456 float sum -1 4300.0 249.71 436.99 0 4300.0 249.71 436.99 0\n";
  const std::string large =
      "2147483648 536870912 float sum -1 8300.0 258.73 452.78 0 8300.0 258.73 452.78 0\n";
  const std::string table = heading + small + large;
  EXPECT_THAT(runs_of(imported(table + table)), ElementsAre(0, 0, 1, 1));
  // A heading that stands there again, with sizes that go on, is of the same table.
  EXPECT_THAT(runs_of(imported(heading + small + heading + large)), ElementsAre(0, 0));
  const auto titled = imported("first:\n" + table + "### second\n" + small + large);
  EXPECT_THAT(runs_of(titled), ElementsAre(0, 0, 1, 1));
  EXPECT_EQ(titled.runs[0].title, "first");
  EXPECT_EQ(titled.runs[1].title, "second");
  const auto commands = imported("./all_reduce_perf -g 8\n" + table +
                                 "NCCL_ALGO=Ring ./all_reduce_perf -g 8\n" + table);
  EXPECT_THAT(runs_of(commands), ElementsAre(0, 0, 1, 1));
  EXPECT_EQ(commands.rows[2].way.algorithm, "Ring");
}

// One row each of 8 and 16 ranks, put together by hand.
TEST(NcclTestsText, RowsOfOtherRanksAreOfAnotherRun) {
  const auto set = imported(
      "p4d  size  count  type  redop  time  algbw  busbw  error  time  algbw  busbw  error\n"
      "1  1073741824  268435456  float  sum  8142.6  131.87  230.77  2e-07  8141.2  131.89  230.81 "
      " "
      "2e-07\n"
      "2  1073741824  268435456  float  sum  35215  30.49  57.17  4e-07  35198  30.51  57.20  "
      "4e-07\n");
  EXPECT_THAT(runs_of(set), ElementsAre(0, 1));
  EXPECT_EQ(set.rows[0].ranks, 8);
  EXPECT_EQ(set.rows[1].ranks, 16);
}

TEST(NcclTestsText, ASecondTableWithoutAListHasThatOfTheFirst) {
  const std::string heading =
      "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n";
  const std::string row =
      "2147483648 536870912 float sum -1 10737.4 200.00 300.00 0 10737.4 200.00 "
      "300.00 0\n";
  const auto set = imported(kLog + "### once more\n" + heading + row);
  ASSERT_EQ(set.rows.size(), 3U);
  EXPECT_EQ(set.rows[2].run, 1);
  EXPECT_EQ(set.rows[2].nodes, 2);
  EXPECT_EQ(set.rows[2].gpu, set.rows[0].gpu);
}

TEST(NcclTestsText, ExportsAboveACommandAreOfTheRun) {
  const MeasurementSet set = imported(
      "export NCCL_ALGO=Ring\nexport NCCL_P2P_DISABLE=1\n"
      "$ ./build/all_reduce_perf -b 1K -e 2G -g 4\n" +
      kLog);
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].way.algorithm, "Ring");
  ASSERT_EQ(set.runs.size(), 1U);
  EXPECT_EQ(set.runs[0].variables.at("NCCL_P2P_DISABLE"), "1");
}

TEST(NcclTestsText, IsRecognisedByHeadingRowOrStart) {
  EXPECT_TRUE(is_nccl_tests_text(kLog));
  EXPECT_TRUE(is_nccl_tests_text("8 2 float sum -1 1 0 0 0 1 0 0 0\n"));
  EXPECT_TRUE(is_nccl_tests_text("# nThread 1 nGpus 8 minBytes 8 maxBytes 8\n"));
  EXPECT_FALSE(is_nccl_tests_text("left:10:12 [0] NCCL INFO comm rank 0 nranks 2\n"));
  EXPECT_FALSE(is_nccl_tests_text("8 2 reasons\n"));
}

/// The rows of a text.
std::vector<Measurement> rows_in(const std::string& text) {
  return imported(text, {.id = {}, .collective = core::Collective::AllReduce}).rows;
}

// What was flushed apart has the launcher's tag before each part.
TEST(NcclTestsText, ALaunchersTagInsideARowIsNoPartOfIt) {
  for (const std::string& tag : std::vector<std::string>{"[0]", "[1,0]<stdout>:", "3:"}) {
    const auto rows = rows_in(tag + "  16777216  4194304  float  sum  -1" + tag +
                              "  334.9  50.10  93.93  0" + tag + "  336.5  49.86  93.48  0\n");
    ASSERT_EQ(rows.size(), 1U) << tag;
    EXPECT_EQ(rows[0].bytes, 16777216U);
    EXPECT_DOUBLE_EQ(rows[0].out_of_place->in_us(), 334.9);
    EXPECT_DOUBLE_EQ(rows[0].in_place->in_us(), 336.5);
    // busbw over algbw is 1.875.
    EXPECT_EQ(rows[0].ranks, 16) << tag;
  }
}

TEST(NcclTestsText, ACommandLineMayGoOnInTheNextLine) {
  const auto rows = rows_in(
      "$ mpirun -np 16 -N 8 \\\n   -x NCCL_ALGO=Ring \\\n   ./build/all_reduce_perf -b 8G -e 8G\n"
      "  8589934592  2147483648  float  sum  -1  268436  32.00  60.00  0  268436  32.00  60.00  "
      "0\n");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].ranks, 16);
  EXPECT_EQ(rows[0].nodes, 2);
  EXPECT_EQ(rows[0].way.algorithm, "Ring");
}

TEST(NcclTestsText, ATestWithoutARowIsNamed) {
  const std::string second =
      "# Collective test starting: sendrecv_perf\n"
      "#  Rank  0 Group  0 Pid   10 on   left device  0 [0000:1b:00] NVIDIA H100\n"
      "#  Rank  1 Group  0 Pid   11 on  right device  0 [0000:1b:00] NVIDIA H100\n"
      "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n";
  const auto set = imported(kLog + second);
  EXPECT_EQ(set.rows.size(), 2U);
  ASSERT_EQ(set.faults.size(), 1U);
  EXPECT_EQ(set.faults[0].what, RunFault::What::NoRow);
  EXPECT_THAT(set.faults[0].text, HasSubstr("sendrecv_perf started on 2 nodes"));
  EXPECT_THAT(imported(kLog).faults, IsEmpty());
}

}  // namespace nccl_tests_text_test
}  // namespace treering::tuner::runs
