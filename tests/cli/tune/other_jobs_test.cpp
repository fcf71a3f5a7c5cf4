// `treering tune` beside results and machines of other jobs, and where hardly anything ran.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/measure/launched.h"
#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace tune_other_jobs_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kFolder = "tests/data/measured/";
const std::string kNcclNode = kFolder + "h200-shared.xml --nodes 4 ";

std::size_t lines_of(const std::string& path) {
  std::ifstream file(path);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  return lines;
}

// Two ranks say nothing of four.
TEST(TuneOtherJobs, ResultsOfThemDoNotCount) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  std::filesystem::copy_file(kFolder + "shaped-mpi-2.jsonl", path);
  const std::size_t earlier = lines_of(path);
  const std::string command = "tune --runner replay --measurements " + kFolder +
                              "shaped-mpi-4.jsonl -c all_reduce -b 16K -e 1M -f 8 --launches 1 "
                              "--budget 100 --format json -o " +
                              path;
  const auto first = nlohmann::json::parse(run(command).out);
  EXPECT_EQ(first["measured"], lines_of(path) - earlier);
  EXPECT_THAT(first["notes"].dump(), HasSubstr("not of this run"));
  // Its own do.
  const auto second = nlohmann::json::parse(run(command).out);
  EXPECT_GE(second["measured"], first["measured"]);
}

TEST(TuneOtherJobs, WhatWasNotRecordedIsNoResult) {
  const std::string command =
      "tune --runner replay --measurements " + kFolder + "shaped-gloo-4.jsonl -c all_reduce ";
  const Outcome other = run(command + "-b 1K -e 4K");
  EXPECT_EQ(other.exit_code, 3);
  const Outcome named = run(command + "-b 1K -e 4K --algo ring");
  EXPECT_EQ(named.exit_code, 1);
}

// Of what the library does not have nothing is expected, and nothing guessed.
TEST(TuneOtherJobs, AnAlgorithmThatTheLibraryLacksIsAnError) {
  const std::string command = "tune --runner gloo --ranks 2 -b 4K -e 4K --samples 3 --algo ";
  if (!has_program("treering-worker-gloo")) GTEST_SKIP() << "built without gloo";
  const Outcome none = run(command + "default,nosuch");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("'nosuch' is unknown to Gloo"));
  EXPECT_THAT(none.err, HasSubstr("ring_chunked"));
  // Known for one collective alone.
  const Outcome some = run(command + "default,bcube -c all_reduce,all_gather --budget 1");
  EXPECT_THAT(some.out, HasSubstr("has no bcube of all_gather"));
}

// Trials of variables that were recorded on a GPU.
TEST(TuneOtherJobs, TrialsOfVariablesAreReplayed) {
  const Outcome outcome = run("tune " + kNcclNode + "--runner replay --measurements " + kFolder +
                              "h200-shared-knobs-nccl-4.jsonl -c all_reduce --algo default -b 4M "
                              "-e 32M -f 8 --launches 2 --budget 100 --knobs --format json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json["knob_outcomes"].size(), 3U);
  for (const auto& one : json["knob_outcomes"]) {
    EXPECT_GE(one["pairs"], 2) << one;
    EXPECT_NE(one["verdict"], "faster") << one;
  }
}

// A whole sweep of NCCL on a GPU. Ways that are others are not measured twice, and the library's
// own choice is weighed though it was not asked for.
TEST(TuneOtherJobs, WaysThatAreOthersAreLeftOut) {
  const std::string command = "tune " + kNcclNode + "--runner replay --measurements " + kFolder +
                              "h200-shared-nccl-4.jsonl -b 1K -e 1M -f 4 --launches 5 --budget 40 "
                              "--format json --algo ring,tree --proto ";
  const auto forced = nlohmann::json::parse(run(command + "ll,simple").out);
  // Four ways and the own choice, six sizes, five launches.
  EXPECT_EQ(forced["exhaustive"], 5 * 6 * 5);
  const auto open = nlohmann::json::parse(run(command + "default,ll,simple").out);
  EXPECT_EQ(open["exhaustive"], forced["exhaustive"]);
  EXPECT_THAT(open["notes"][0].get<std::string>(),
              StartsWith("all_reduce: not measured: ring, tree, each call of which"));
  // At 64 KiB trees with Simple take 246 us, and NCCL's own ring 409.
  bool is_found = false;
  for (const auto& one : forced["choices"]) {
    if (one["from_bytes"] <= 65536 && 65536 <= one["to_bytes"]) {
      is_found = one["algorithm"] == "tree" && one["reason"] == "faster";
    }
  }
  EXPECT_TRUE(is_found) << forced["choices"];
}

}  // namespace tune_other_jobs_test
}  // namespace treering::cli
