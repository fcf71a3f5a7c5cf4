#include "tuner/runs/runs.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/runs/row_collector.h"

namespace treering::tuner::runs {
namespace runs_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

core::Result<MeasurementSet> rows_in(const std::string& text, const ImportHints& hints) {
  const auto runs = read_run_file({"f", text}, hints);
  return runs ? rows_of({*runs}) : core::fail(runs.error());
}

std::string error_of(const std::string& text) {
  const auto set = rows_in(text, {});
  return set ? "" : set.error().message();
}

MeasurementSet imported(const std::string& text, const ImportHints& hints = {}) {
  const auto set = rows_in(text, hints);
  EXPECT_TRUE(set) << set.error().message();
  return set.value_or(MeasurementSet());
}

TEST(Import, SeparatesFormats) {
  EXPECT_EQ(imported("\xEF\xBB\xBF"
                     "collective,size_bytes,time_us_oop\nreduce,8,1\n")
                .rows.size(),
            1U);
  EXPECT_EQ(imported("8 2 float sum -1 1.00 0.01 0.01 0 1.00 0.01 0.01 0\n",
                     {"", core::Collective::Reduce, 0})
                .rows.size(),
            1U);
  EXPECT_EQ(imported("\xEF\xBB\xBF\n"
                     R"({"args":["reduce_perf"],"results":[{"size":8,"out_of_place":{"time":1}}]})")
                .rows.size(),
            1U);
  // A brace before a log makes no JSON of it.
  EXPECT_EQ(imported("{'a'}\n8 2 float sum -1 1.00 0.01 0.01 0 1.00 0.01 0.01 0\n"
                     "# Collective test concluded: reduce_perf\n")
                .rows.size(),
            1U);
}

TEST(Import, WhatIsNoMeasurementIsSaid) {
  constexpr const char* kExpected =
      "expected the text or -J JSON of nccl-tests, results of treering measure, a table with size "
      "and busbw or time in its heading, or CSV with the columns collective, size_bytes and "
      "time_us_oop";
  EXPECT_EQ(error_of(""), std::string("f: an empty file, ") + kExpected);
  EXPECT_EQ(error_of(" \n"), std::string("f: nothing but space, ") + kExpected);
  EXPECT_EQ(error_of("\nhello\nworld\n"), std::string("f: no measurements: 'hello', ") + kExpected);
  EXPECT_THAT(error_of("we see 320 GB/s of busbw, is that normal?\n"),
              HasSubstr("'| Size | busbw (GB/s) |'"));
  EXPECT_EQ(error_of("a:1:2 [0] NCCL INFO comm\n"),
            std::string("f: an NCCL debug log without a table of nccl-tests, ") + kExpected +
                "; treering doctor FILE reads the log");
  EXPECT_EQ(error_of("# treering: predicted, not measured\n8 2 float sum -1 1 0 0 0 1 0 0 0\n"),
            std::string("f: predictions of treering, ") + kExpected);
  EXPECT_THAT(error_of(std::string("\xFF\xFEh\0i\0", 6)), HasSubstr("UTF-16"));
}

TEST(Import, ATableWithoutRowsIsNoMeasurement) {
  EXPECT_THAT(error_of("# nThread 1 nGpus 8 minBytes 8 maxBytes 8\n"),
              HasSubstr("f:1: a test started and printed no row"));
  EXPECT_EQ(error_of("collective,size_bytes,time_us_oop\nreduce,8,0\nreduce,8,0\n"),
            "f:2: time 0 us, expected above 0; 1 more line like that");
}

TEST(Import, AveragesAloneShowNothing) {
  EXPECT_THAT(error_of("Before:\n\nAvg bus bandwidth    : 0.434191\n\nAfter:\n\n"
                       "Avg bus bandwidth    : 12.5494\n"),
              HasSubstr("f: averages without the rows of their tables"));
}

TEST(Import, NodesFillInWhatIsNotSaid) {
  const MeasurementSet set =
      imported("collective,size_bytes,time_us_oop,nodes,ranks\nreduce,8,1,,16\nreduce,8,1,4,16\n",
               {"", std::nullopt, 2});
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].nodes, 2);
  EXPECT_EQ(set.rows[0].gpus_per_node, 8);
  EXPECT_EQ(set.rows[1].nodes, 4);
}

TEST(Import, MoreNodesThanRanksAreNotTaken) {
  const MeasurementSet set =
      imported("collective,size_bytes,time_us_oop,ranks\nreduce,8,1,2\nreduce,16,1,2\n",
               {"", std::nullopt, 4});
  EXPECT_EQ(set.rows[0].nodes, 0);
  ASSERT_EQ(set.notes.size(), 1U);
  EXPECT_EQ(set.notes[0].text, "2 ranks cannot run on 4 nodes; the number of nodes stays unknown");
}

TEST(Import, OddRowsAreNotedOnce) {
  const MeasurementSet set = imported(
      "collective,size_bytes,time_us_oop,ranks,algo_forced\n"
      "reduce,8,1,1,\"ring,tree\"\nreduce,16,1,1,\"ring,tree\"\n");
  ASSERT_EQ(set.notes.size(), 2U);
  EXPECT_EQ(set.notes[0].message(),
            "warning: f:2: 'ring,tree' is not the name of one algorithm; kept unchanged");
  EXPECT_EQ(set.notes[1].message(), "warning: f:2: one rank: nothing went over a wire");
}

TEST(Import, ControlCharactersDoNotPass) {
  const MeasurementSet set =
      imported("id,collective,size_bytes,time_us_oop\na\x01\xFF,reduce,8,1\n");
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].id, "a??");
}

TEST(Import, TooMuchIsRefused) {
  std::string text = "collective,size_bytes,time_us_oop\n";
  for (std::size_t i = 0; i <= kMaxMeasurements; ++i) text += "reduce,8,1\n";
  EXPECT_EQ(error_of(text), "f: more than 100000 rows; give it in parts");
  text = "# Collective test starting: reduce_perf\n";
  for (std::size_t i = 0; i <= kMaxMeasurements; ++i) text += "8 2 float 1 .01 .01 0 1 .01 .01 0\n";
  EXPECT_EQ(error_of(text), "f: more than 100000 rows; give it in parts");
  text = "collective,size_bytes,time_us_oop\n";
  for (std::size_t i = 0; i <= kMaxRemarks; ++i) text += "reduce,x,1\n";
  EXPECT_THAT(error_of(text), StartsWith("f: more than 20000 rows that are broken or doubtful"));
}

TEST(Import, LabelsAreNamesOfFiles) {
  EXPECT_EQ(label_of("logs/all_reduce.2n.log"), "all_reduce.2n");
  EXPECT_EQ(label_of(".hidden"), ".hidden");
  EXPECT_EQ(label_of("stdin"), "stdin");
}

}  // namespace runs_test
}  // namespace treering::tuner::runs
