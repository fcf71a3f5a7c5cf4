// NCCL's search finds nothing: figures of the real paths, no recommendation, and the first
// paragraph says so.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/formats/cluster/json.h"
#include "tests/cli/run.h"
#include "tests/support/example_plugin.h"
#include "tests/support/grace_tray.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace failed_search_test {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class FailedSearch : public ::testing::Test {
 protected:
  std::string tray(int with_nvlink) const {
    const std::string file = folder_.path() + "/tray.json";
    core::Cluster cluster;
    cluster.node = treering::testing::grace_tray({.with_nvlink = with_nvlink});
    std::ofstream(file) << hw::formats::cluster::cluster_to_json(cluster);
    return file + " ";
  }

  static json results(const std::string& line) {
    return json::parse(run("predict " + line + " --format json").out)["results"];
  }

 private:
  support::TemporaryFolder folder_;
};

// Measured on four GB300 of which one had no NVLinks: 51.6 GB/s; NCCL's own formula says 52.4.
TEST_F(FailedSearch, TreesAreNotPricedByTheRingsThatAreNotThere) {
  const std::string line = tray(3) + "-b 1G -e 1G --algo tree --proto simple";
  EXPECT_NEAR(results(line + " --model nccl")[0]["busbw_GBps"], 52.4, 0.1);
  EXPECT_NEAR(results(line)[0]["busbw_GBps"], 51.6, 0.13 * 51.6);  // two channels are the limit
}

// Two channels of 45 GB/s each, and 150 GB/s between the CPUs: far above 0.1, and never above that.
TEST_F(FailedSearch, SimpleOrderCarriesWhatItsPathsDo) {
  for (const json& row : results(tray(0) + "--devices 0,2 -b 1G -e 1G -c all --proto simple")) {
    EXPECT_GT(row["busbw_GBps"], 10) << row;
    EXPECT_LE(row["busbw_GBps"], 150) << row;
  }
}

TEST_F(FailedSearch, IsNeverTheBestBesideAnother) {
  bool has_ring = false;
  for (const json& row : results(tray(3) + "-c all_reduce")) {
    EXPECT_EQ(row["search_failed"], row["algorithm"] == "Ring");
    has_ring = has_ring || row["search_failed"];
    EXPECT_FALSE(row["search_failed"] && row["best"]) << row;
  }
  EXPECT_TRUE(has_ring);
}

TEST_F(FailedSearch, NcclsOwnDefaultIsBestWhereNothingElseIsLeft) {
  for (const json& row : results(tray(0) + "-c tuned -b 1K -e 1G")) {
    EXPECT_TRUE(row["search_failed"]);
    EXPECT_EQ(row["best"], row["nccl_default"]) << row;
  }
}

TEST_F(FailedSearch, NothingIsAdvisedWhereNothingElseIsLeft) {
  const std::string all = run("predict " + tray(0) + "-b 1M -e 1G").out;
  EXPECT_THAT(all, Not(HasSubstr("nothing beats")));
  EXPECT_THAT(all, Not(HasSubstr("treering export")));
  EXPECT_THAT(run("predict dgx-h100").out, Not(HasSubstr("simple order")));
}

TEST_F(FailedSearch, TheExplanationSaysSoFirst) {
  const std::string text = run("explain " + tray(3)).out;
  EXPECT_LT(text.find("finds no ring"), text.find("NCCL chooses"));
  const json explained = json::parse(run("explain " + tray(3) + "--format json").out);
  for (const json& one : explained["candidates"]) {
    EXPECT_EQ(one["search_failed"], one["algorithm"] == "Ring") << one;
  }
}

TEST_F(FailedSearch, IsNotExportedBesideAnother) {
  for (const char* const options : {"", " --model nccl", " --model nccl --algo ring"}) {
    const Outcome outcome = run("export " + tray(3) + "--to tuner-csv" + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_LT(outcome.out.find("finds no ring"), outcome.out.find("collective,min_bytes"));
    for (const tuner::exporters::PluginRow& row : testing::load_as_plugin(outcome.out)) {
      const bool is_of_job = row.collective == "allreduce" && row.ranks == 4;
      EXPECT_TRUE(!is_of_job || row.way.algorithm == "tree") << row.way.algorithm;
    }
  }
}

// A table of NCCL's own choices alone is of no use to who asks for rings.
TEST_F(FailedSearch, CandidatesThatAreNotFollowedAreRefusedWithTheReason) {
  const Outcome outcome = run("export " + tray(3) + "-c all_reduce --to tuner-csv --algo ring");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err,
              HasSubstr("--algo Ring is not followed, because NCCL's search finds no"));
}

TEST_F(FailedSearch, NothingIsExportedWhereNothingElseIsLeft) {
  for (const char* const form : {"tuner-csv", "env", "nccl.conf"}) {
    const Outcome outcome = run("export " + tray(0) + "--to " + form);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.out, "");
  }
}

// NCCL takes its tree there at 8 B (docs/topologies.md).
TEST_F(FailedSearch, NcclsOwnChoiceIsNotExportedEither) {
  const Outcome outcome = run("export leonardo --nodes 2 --to tuner-csv");
  for (const tuner::exporters::PluginRow& row : testing::load_as_plugin(outcome.out)) {
    const bool is_of_job = row.nodes == 2 && row.ranks == 8;
    EXPECT_TRUE(!is_of_job || row.way.algorithm == "ring") << row.way.algorithm;
  }
}

}  // namespace failed_search_test
}  // namespace treering::cli
