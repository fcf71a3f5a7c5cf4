#include "sim/nccl/tuning/tuning.h"

#include <gtest/gtest.h>

#include "sim/nccl/plan.h"
#include "tests/support/sample_search.h"

namespace treering::sim::nccl::tuning {
namespace tuning_test {

using core::Collective;

/// Calls check(collective, algorithm, protocol, cell) for the whole table.
template <class Check>
void for_each_cell(const Plan& plan, Check check) {
  for (const Collective collective : tuned_collectives()) {
    for (int a = 0; a < kAlgorithms; ++a) {
      for (int p = 0; p < kProtocols; ++p) {
        const auto algorithm = static_cast<Algorithm>(a);
        const auto protocol = static_cast<Protocol>(p);
        check(plan.tuning.cell(collective, algorithm, protocol));
      }
    }
  }
}

std::vector<Plan> sample_plans() {
  std::vector<Plan> plans;
  for (const int nodes : {1, 2, 5}) {
    const job::JobSpec job{.nodes = nodes, .devices = {}};
    for (const search::NodeSearch& found :
         {testing::four_gpus(), testing::four_gpus_with_nvls(), testing::four_gpus_with_collnet(),
          testing::one_gpu()}) {
      plans.push_back(make_plan(job, found));
    }
  }
  return plans;
}

TEST(Tuning, EveryCellHasABandwidthOrAReason) {
  for (const Plan& plan : sample_plans()) {
    for_each_cell(plan, [](const TuningCell& cell) {
      EXPECT_EQ(cell.bandwidth_gb_per_s == 0, !cell.ruled_out.empty()) << cell.ruled_out;
    });
  }
}

TEST(Tuning, FiguresAreTheFoldsOfTheirTerms) {
  for (const Plan& plan : sample_plans()) {
    for_each_cell(plan, [](const TuningCell& cell) {
      double sum = 0;
      for (const rules::LatencyTerm& term : cell.latency_terms) sum += term.total_us;
      EXPECT_FLOAT_EQ(cell.latency_us, static_cast<float>(sum));
      if (cell.ruled_out.empty()) {
        EXPECT_EQ(cell.bandwidth_gb_per_s, cell.bandwidth_steps.back().gb_per_s);
      }
    });
  }
}

TEST(Tuning, OneRankHasNobodyToTalkTo) {
  const Plan plan = make_plan({}, testing::one_gpu());
  for_each_cell(plan, [](const TuningCell& cell) {
    EXPECT_EQ(cell.bandwidth_gb_per_s, 0.0F);
    EXPECT_EQ(cell.ruled_out, "one rank has nobody to talk to");
  });
}

TEST(Tuning, SaysWhatNcclDoesNotOffer) {
  const Plan plan = make_plan({}, testing::four_gpus());
  EXPECT_EQ(plan.tuning.cell(Collective::AllGather, Algorithm::Tree, Protocol::Simple).ruled_out,
            "NCCL has no Tree for all_gather");
}

TEST(Tuning, Ll128GivesTheReasonOfItsPaths) {
  search::NodeSearch found = testing::four_gpus();
  found.graphs.ring.type_inter = PathType::Phb;
  const Plan plan = make_plan({.nodes = 2, .devices = {}}, found);
  EXPECT_EQ(plan.tuning.cell(Collective::AllReduce, Algorithm::Ring, Protocol::Ll128).ruled_out,
            "LL128 needs paths to the network of at most PXB, found PHB");
  EXPECT_EQ(plan.tuning.cell(Collective::AllReduce, Algorithm::Tree, Protocol::Ll128).ruled_out,
            "");
}

TEST(Tuning, KnowsThreadsAndThresholds) {
  const Plan plan = make_plan({}, testing::four_gpus());
  EXPECT_EQ(plan.tuning.max_threads(Algorithm::Ring, Protocol::Ll128), 640);
  EXPECT_EQ(plan.tuning.max_threads(Algorithm::Nvls, Protocol::Ll), 0);
  EXPECT_EQ(plan.tuning.thread_threshold(Algorithm::Ring, Protocol::Ll), 8 * 4);  // x ranks
  EXPECT_EQ(plan.tuning.thread_threshold(Algorithm::Tree, Protocol::Simple), 64);
}

std::string reason(const job::Settings& settings, Algorithm algorithm, Protocol protocol) {
  job::JobSpec job;
  job.settings = settings;
  return make_plan(job, testing::four_gpus())
      .tuning.cell(Collective::AllReduce, algorithm, protocol)
      .ruled_out;
}

TEST(Tuning, SettingsLeaveAlgorithmsAndProtocolsOut) {
  job::Settings settings;
  settings.algorithms.set(Collective::AllReduce, 1U << static_cast<unsigned>(Algorithm::Ring));
  settings.protocols.set(Collective::AllReduce, 1U << static_cast<unsigned>(Protocol::Ll));
  EXPECT_EQ(reason(settings, Algorithm::Tree, Protocol::Ll), "NCCL_ALGO leaves Tree out");
  EXPECT_EQ(reason(settings, Algorithm::Ring, Protocol::Simple), "NCCL_PROTO leaves Simple out");
  EXPECT_EQ(reason(settings, Algorithm::Ring, Protocol::Ll), "");
}

TEST(Tuning, SettingsSpeakOfACollective) {
  job::Settings settings;
  settings.algorithms.set(Collective::Broadcast, 0);
  EXPECT_EQ(reason(settings, Algorithm::Tree, Protocol::Ll), "");
}

TEST(Tuning, WhatProtocolsAreSetToIsNotCheckedForSafety) {
  // By default NCCL does not use LL128 over PCIe.
  search::NodeSearch far = testing::four_gpus();
  far.graphs.ring.type_intra = PathType::Phb;
  job::JobSpec job;
  const auto cell = [&] {
    return make_plan(job, far).tuning.cell(Collective::AllReduce, Algorithm::Ring, Protocol::Ll128);
  };
  EXPECT_NE(cell().ruled_out, "");
  job.settings.protocols.set(Collective::AllReduce, 0b111);
  EXPECT_EQ(cell().ruled_out, "");
}

TEST(Tuning, ThreadsAsSet) {
  job::JobSpec job;
  job.settings.threads.threads = 256;
  job.settings.threads.ll128_threads = 100;  // no multiple of 32: the most
  job.settings.threads.thresholds[1][0] = 5;
  const TuningTable tuning = make_plan(job, testing::four_gpus()).tuning;
  EXPECT_EQ(tuning.max_threads(Algorithm::Tree, Protocol::Simple), 256);
  EXPECT_EQ(tuning.max_threads(Algorithm::Ring, Protocol::Ll), 256);
  EXPECT_EQ(tuning.max_threads(Algorithm::Ring, Protocol::Ll128), 640);
  EXPECT_EQ(tuning.thread_threshold(Algorithm::Ring, Protocol::Ll), 5);
  EXPECT_EQ(tuning.thread_threshold(Algorithm::Tree, Protocol::Ll), 8);
}

}  // namespace tuning_test
}  // namespace treering::sim::nccl::tuning
