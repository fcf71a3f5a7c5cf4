#include "app/import.h"

#include <gtest/gtest.h>

#include "tests/app/measured.h"

namespace treering::app {
namespace import_test {

// Two ranks on one host; 1 MiB in 100 us are 10.49 GB/s. The second row is broken.
constexpr const char* kLog =
    "# nThread 1 nGpus 2 minBytes 1048576 maxBytes 2097152\n"
    "#  Rank  0 Group  0 Pid   10 on   left device  0 [0x1b] NVIDIA H100\n"
    "#  Rank  1 Group  0 Pid   10 on   left device  1 [0x1c] NVIDIA H100\n"
    "# nccl-library=23203\n"
    "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
    "  1048576  262144  float  sum  -1  100.0  10.49  10.49  0  50.00  20.97  20.97  0\n"
    "  2097152  524288  float  sum  -1  100.0\n";

TEST(ImportAnswer, HasRowsAndWhatWasRejected) {
  const MeasuredFiles files;
  ImportRequest request;
  request.files = {files.write("run.log", kLog)};
  request.hints.collective = core::Collective::AllReduce;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_EQ(report->set.rows.size(), 1U);
  const tuner::Measurement& row = report->set.rows.front();
  EXPECT_EQ(row.bytes, 1048576U);
  EXPECT_EQ(row.ranks, 2);
  EXPECT_EQ(row.out_of_place, core::Duration::from_us(100));
  ASSERT_EQ(report->set.rejected.size(), 1U);
  EXPECT_EQ(notes_on(*report).size(), report->set.rejected.size() + report->set.notes.size());
  ASSERT_EQ(report->nearest_versions.size(), 1U);
  EXPECT_EQ(report->nearest_versions.front(),
            "NCCL 2.32.3 is not known; the nearest is 2.31.2 (1 row)");
}

TEST(ImportAnswer, ReadsTheCsvThatItWrites) {
  const MeasuredFiles files;
  ImportRequest request;
  request.files = {files.add("one", plain_sweep()), files.add("two", plain_sweep())};
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_EQ(report->set.rows.size(), 18U);
  request.files = {files.write("both.csv", measurement_csv(*report))};
  auto again = answer(request);
  ASSERT_TRUE(again) << again.error().message();
  ASSERT_EQ(again->set.rows.size(), 18U);
  for (std::size_t i = 0; i < 18; ++i) {
    again->set.rows[i].file = report->set.rows[i].file;
    again->set.rows[i].line = report->set.rows[i].line;
  }
  EXPECT_EQ(again->set.rows, report->set.rows);
}

TEST(ImportAnswer, FailsWithTheFirstFileThatCannotBeRead) {
  const MeasuredFiles files;
  ImportRequest request;
  request.files = {files.add("one", plain_sweep()), "/nowhere/runs.csv"};
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().category, core::Category::BadInput);
  EXPECT_EQ(report.error().where, "/nowhere/runs.csv");
}

}  // namespace import_test
}  // namespace treering::app
