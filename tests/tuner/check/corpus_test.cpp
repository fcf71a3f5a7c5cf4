// The check of published runs: those that are known to be hampered, and good ones.
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tuner/calibration/calibrate.h"
#include "tuner/check/check.h"
#include "tuner/profiles.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::check {
namespace corpus_test {

using core::Collective;

struct Series {
  const char* id;
  const char* topology;
  int nodes;
  Collective collective = Collective::AllReduce;
};

class CheckOfCorpus : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file("../shared/corpus/measurements.csv");
    if (!file) GTEST_SKIP() << "no corpus of measurements here";
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    rows_ = runs::read_run_file({"measurements.csv", text}, {}).value().set.rows;
  }

  CheckedRun run_of(const Series& series) const {
    auto cluster = hw::load_cluster(series.topology).value().cluster;
    sim::job::JobSpec job;
    job.nodes = cluster.node_count = series.nodes;
    CheckedRun run{calibration::make_bench(cluster, job, "").value(), shipped_profile(), {}};
    for (const Measurement& row : rows_) {
      if (row.id == series.id && row.collective == series.collective) run.rows.push_back(row);
    }
    EXPECT_FALSE(run.rows.empty()) << series.id;
    return run;
  }

  std::vector<Measurement> rows_;
};

TEST_F(CheckOfCorpus, SocketsAreNamedFirst) {
  for (const Series& series :
       {Series{"polaris-a100-2n-nccl2.21-setup1", "polaris", 2},
        Series{"polaris-a100-2n-nccl2.21-setup1", "polaris", 2, Collective::AllGather},
        Series{"cscs-alps-gh200-2n-tcp", "alps", 2}}) {
    const auto result = check(run_of(series));
    ASSERT_TRUE(result) << series.id;
    ASSERT_FALSE(result->causes.empty()) << series.id;
    EXPECT_EQ(result->causes.front().cause, "sockets") << series.id;
  }
}

TEST_F(CheckOfCorpus, GoodRunsAreInside) {
  for (const Series& series :
       {Series{"mn5-h100-4n-tree", "marenostrum5", 4}, Series{"xxr-h100-1n-8g", "dgx-h100", 1},
        Series{"deepops-dgxa100-2n-ring", "dgx-a100", 2}, Series{"aws-p5-2n", "aws-p5", 2}}) {
    const auto result = check(run_of(series));
    ASSERT_TRUE(result) << series.id;
    // An 80 % interval leaves a tenth of the rows on either side.
    EXPECT_LE(8 * result->count(Place::Slow), result->rows.size()) << series.id;
    EXPECT_TRUE(result->causes.empty()) << series.id << " " << result->causes.front().cause;
  }
}

TEST_F(CheckOfCorpus, EightSeventhsOfAKnownRunAreAMissingAdapter) {
  CheckedRun run = run_of({"deepops-dgxa100-2n-ring", "dgx-a100", 2});
  // What the good run taught narrows the intervals.
  std::vector<calibration::Observation> seen;
  for (const Measurement& row : run.rows)
    seen.push_back(*calibration::observe(*run.bench, row, run.profile));
  std::vector<const calibration::Observation*> known;
  for (const calibration::Observation& one : seen) known.push_back(&one);
  run.profile = calibration::anchor(run.profile, known).profile;
  EXPECT_LE(4 * check(run).value().count(Place::Slow), run.rows.size());
  for (Measurement& row : run.rows) {
    if (row.bytes < (16U << 20U)) continue;
    row.out_of_place = *time_of(row) * (8.0 / 7);
    row.in_place.reset();
  }
  const auto result = check(run);
  ASSERT_TRUE(result);
  ASSERT_FALSE(result->causes.empty());
  EXPECT_EQ(result->causes.front().cause, "missing-adapter");
}

}  // namespace corpus_test
}  // namespace treering::tuner::check
