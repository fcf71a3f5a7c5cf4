#include "app/files/file_kind.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace treering::app::files {
namespace file_kind_test {

using ::testing::HasSubstr;

class FileKind : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    std::string path = folder_.path() + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  std::string refusal(const std::string& text) const {
    const auto kind = kind_of_file(file("refused", text));
    return kind ? "not refused" : kind.error().message();
  }

  support::TemporaryFolder folder_;
};

constexpr const char* kRows =
    "# nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20\n"
    "# Collective test starting: all_reduce_perf\n"
    "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
    "1048576 262144 float sum -1 100.0 10.49 19.66 0 100.0 10.49 19.66 0\n";

TEST_F(FileKind, LogsOfNcclTestsAreMeasurements) {
  const auto kind = kind_of_file(file("log", kRows));
  ASSERT_TRUE(kind) << kind.error().message();
  EXPECT_TRUE(kind->has_measurements);
  EXPECT_FALSE(kind->has_machine);
}

// What treering measure writes, on one line or on many.
TEST_F(FileKind, ResultsOfMeasureAreMeasurements) {
  const std::string line =
      R"({"schema": "treering.measurement/1", "runner": "nccl", "collective": "all_reduce", )"
      R"("bytes": 8, "ranks": 8, "nodes": 1, "samples_us": [10, 11]})";
  for (const std::string& text : {line + "\n", line + "\n" + line + "\n"}) {
    const auto kind = kind_of_file(file("runs.jsonl", text));
    ASSERT_TRUE(kind) << kind.error().message();
    EXPECT_TRUE(kind->has_measurements);
    EXPECT_FALSE(kind->has_machine);
  }
}

TEST_F(FileKind, ClustersAreMachines) {
  const auto kind = kind_of_file(file("cluster.yaml", "node: dgx-h100\ncount: 2\n"));
  ASSERT_TRUE(kind) << kind.error().message();
  EXPECT_TRUE(kind->has_machine);
  EXPECT_FALSE(kind->has_measurements);
}

TEST_F(FileKind, ProfilesAreKnown) {
  const auto kind = kind_of_file(file("own.json", R"({"schema": "treering.profile/1"})"));
  ASSERT_TRUE(kind) << kind.error().message();
  EXPECT_TRUE(kind->is_profile);
  EXPECT_FALSE(kind->has_machine);
}

TEST_F(FileKind, AnswersAboutAMachineAreKnown) {
  const auto kind = kind_of_file(file("answer.json", R"({"schema": "treering.show/1",
      "topology": {"name": "dgx-h100", "fingerprint": "0"}, "nodes": 2})"));
  ASSERT_TRUE(kind) << kind.error().message();
  ASSERT_TRUE(kind->asked);
  EXPECT_EQ(kind->asked->job.topology, "dgx-h100");
}

// One sentence says what it is, and what can be opened.
TEST_F(FileKind, OtherAnswersAreRefused) {
  EXPECT_THAT(refusal(R"({"schema": "treering.import/1", "rows": []})"),
              HasSubstr("an answer of treering (treering.import/1), expected a topology"));
}

TEST_F(FileKind, WhatIsUnknownOrBrokenIsRefused) {
  EXPECT_THAT(refusal("dear diary\n"), HasSubstr("a text that treering does not know"));
  EXPECT_THAT(refusal(R"({"schema": "treering.topology/1", "devices": 7})"), HasSubstr("devices"));
  const auto missing = kind_of_file("no-such-file.log");
  EXPECT_FALSE(missing);
}

}  // namespace file_kind_test
}  // namespace treering::app::files
