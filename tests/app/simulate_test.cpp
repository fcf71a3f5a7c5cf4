#include "app/simulate.h"

#include <cmath>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::app {
namespace simulate_test {

using ::testing::HasSubstr;

SimulateRequest on(const std::string& topology, int nodes = 1) {
  SimulateRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  return request;
}

TEST(Simulate, TakesNcclsChoice) {
  const auto report = answer(on("dgx-h100", 2));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->is_nccl_choice);
  EXPECT_TRUE(report->is_in_nccl);
  EXPECT_GT(report->time, report->bound);
  EXPECT_GT(report->transfers, 0U);
  EXPECT_EQ(report->transfers, report->simulated + report->symmetric + report->periodic);
  ASSERT_TRUE(report->cost);
}

// A ring over 32 ranks passes on 2 x 31 times, of which 7 or 8 leave a node each time around. A
// chain of 8 GPUs leads up and down, and so do the two levels of a tree over 4 nodes.
TEST(Simulate, CountsTheHopsOfAChunk) {
  SimulateRequest request = on("dgx-h100", 4);
  request.way.algorithm = "Ring";
  const auto ring = answer(request);
  ASSERT_TRUE(ring);
  ASSERT_TRUE(ring->hops);
  EXPECT_EQ(ring->hops->inside + ring->hops->between, 62);
  EXPECT_EQ(ring->what_it_is, "ring through all ranks, node by node");
  request.way.algorithm = "Tree";
  const auto tree = answer(request);
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->hops, (Hops{14, 4}));
  request.way.algorithm = "naive";
  const auto naive = answer(request);
  ASSERT_TRUE(naive);
  EXPECT_FALSE(naive->hops);  // the cost model does not know it
}

// No link carries more than its rate, and what a ring sends out of every GPU is on its links.
TEST(Simulate, LinksCarryWhatTheyCan) {
  for (const char* algorithm : {"Ring", "Tree", "NVLS"}) {
    SimulateRequest request = on("dgx-h100");
    request.call.bytes = 256U << 20U;
    request.way.algorithm = algorithm;
    const auto report = answer(request);
    ASSERT_TRUE(report) << algorithm;
    ASSERT_FALSE(report->links.empty());
    for (const auto& link : report->links) {
      EXPECT_LE(link.busy_share, 1 + 1e-9) << algorithm << " " << link.name;
      EXPECT_GT(link.busy_share, 0) << algorithm << " " << link.name;
    }
    EXPECT_GE(report->time, report->bound) << algorithm;
  }
}

TEST(Simulate, ShortcutsChangeNothing) {
  for (const char* algorithm : {"ring", "tree", "nvls_tree"}) {
    SimulateRequest request = on("dgx-h100", 2);
    request.way.algorithm = algorithm;
    const auto fast = answer(request);
    request.is_exact = true;
    const auto exact = answer(request);
    ASSERT_TRUE(fast && exact) << algorithm;
    EXPECT_NEAR(fast->time.in_us(), exact->time.in_us(), 1e-9 * exact->time.in_us()) << algorithm;
    EXPECT_EQ(fast->transfers, exact->transfers) << algorithm;
    EXPECT_EQ(exact->simulated, exact->transfers) << algorithm;
    EXPECT_LT(fast->simulated, exact->simulated) << algorithm;
  }
}

// all_gather and reduce_scatter by switches of the network. The sizes divide evenly, do not, and
// are less than the channels' first windows.
TEST(Simulate, NetworksThatReduceGatherAndScatter) {
  for (const auto collective : {core::Collective::AllGather, core::Collective::ReduceScatter}) {
    for (const char* algorithm : {"collnet_direct", "nvls"}) {
      for (const std::uint64_t bytes : {1U << 14U, 16U << 20U, 10000000U}) {
        SimulateRequest request = on("dgx-h100", 3);
        request.job.variables.env = {"NCCL_COLLNET_ENABLE=1"};
        request.call.collective = collective;
        request.call.bytes = bytes;
        request.way.algorithm = algorithm;
        const auto fast = answer(request);
        request.is_exact = true;
        const auto exact = answer(request);
        ASSERT_TRUE(fast && exact) << algorithm;
        EXPECT_NEAR(fast->time / exact->time, 1, 1e-9) << algorithm << " " << bytes;
        EXPECT_EQ(fast->transfers, exact->transfers) << algorithm << " " << bytes;
        EXPECT_LT(fast->simulated, exact->simulated) << algorithm << " " << bytes;
        EXPECT_GT(exact->time, exact->bound) << algorithm << " " << bytes;
      }
    }
  }
}

// LL and LL128 pass on line by line: the chunks of 31 hops are not stored one after another.
TEST(Simulate, RootedRingsPassOnLines) {
  for (const char* protocol : {"LL", "LL128"}) {
    SimulateRequest request = on("dgx-a100", 4);
    request.call.collective = core::Collective::Broadcast;
    request.call.bytes = 16U << 20U;
    request.way = {"ring", protocol};
    const auto report = answer(request);
    ASSERT_TRUE(report && report->cost) << protocol;
    EXPECT_NEAR(report->time / *report->cost, 1, 0.1) << protocol;
  }
}

// What was proved right also ends under the engine, whatever its slots.
TEST(Simulate, EverySampleScheduleEnds) {
  int run = 0;
  for (const auto& file : std::filesystem::directory_iterator("tests/data/schedules")) {
    SimulateRequest request = on("pcie-4");
    request.schedule = file.path().string();
    for (const int ranks : {2, 3, 4}) {
      request.job.gpus_per_node = ranks;
      const auto report = answer(request);
      if (!report) continue;  // of another number of ranks, or wrong on purpose
      ++run;
      EXPECT_GE(report->time, report->bound) << request.schedule.value();
      EXPECT_GT(report->transfers, 0U) << request.schedule.value();
    }
  }
  EXPECT_GE(run, 10);
}

// Each rank sends every other its share of the size.
TEST(Simulate, PairsShareTheSize) {
  SimulateRequest request = on("pcie-4");
  request.call.bytes = 64U << 20U;
  request.call.collective = core::Collective::SendRecv;
  const auto whole = answer(request);
  ASSERT_TRUE(whole);
  const double sent = whole->links.front().bytes;
  for (const auto collective : {core::Collective::AllToAll, core::Collective::Gather}) {
    request.call.collective = collective;
    const auto report = answer(request);
    ASSERT_TRUE(report);
    EXPECT_LT(report->links.front().bytes, 2 * sent) << core::name_of(collective);
    EXPECT_GE(report->time, report->bound) << core::name_of(collective);
  }
}

// NCCL sees nine nodes there; an algorithm that it does not have takes machines as they are.
TEST(Simulate, ComparisonsTakeMachinesThatNcclDivides) {
  for (const char* algorithm : {"hierarchical", "ring_2d"}) {
    SimulateRequest request = on("dgx-a100", 2);
    request.way.algorithm = algorithm;
    request.faults.words = {"1/NVSwitch=down"};
    const auto report = answer(request);
    ASSERT_TRUE(report) << algorithm;
    EXPECT_GE(report->time, report->bound) << algorithm;
  }
}

TEST(Simulate, AlgorithmsThatNcclDoesNotHaveAreMarked) {
  for (const char* algorithm : {"halving_doubling", "ring_2d", "hierarchical", "naive"}) {
    SimulateRequest request = on("dgx-h100", 2);
    request.way.algorithm = algorithm;
    const auto report = answer(request);
    ASSERT_TRUE(report) << algorithm << ": " << report.error().found;
    EXPECT_FALSE(report->is_in_nccl) << algorithm;
    EXPECT_FALSE(report->cost) << algorithm;
    EXPECT_GE(report->time, report->bound) << algorithm;
  }
}

// Those of phases send all that a step has, however much it is.
TEST(Simulate, OnlyWhatIsCutHasChunks) {
  for (const char* algorithm : {"naive", "ring_unchunked", "hierarchical"}) {
    SimulateRequest request = on("dgx-h100", 1);
    request.way.algorithm = algorithm;
    const auto report = answer(request);
    ASSERT_TRUE(report) << algorithm;
    EXPECT_EQ(report->chunk_bytes, 0U) << algorithm;
    EXPECT_EQ(report->message_bytes, 0U) << algorithm;
  }
  for (const char* algorithm : {"ring", "single_tree"}) {
    SimulateRequest request = on("dgx-h100", 1);
    request.way.algorithm = algorithm;
    const auto report = answer(request);
    ASSERT_TRUE(report) << algorithm;
    EXPECT_GT(report->chunk_bytes, 0U) << algorithm;
  }
}

// A rate that limits nothing is infinite, in every row.
TEST(Simulate, WhatLimitsNothingIsSaidInOneForm) {
  const auto report = answer(on("dgx-h100", 1));
  ASSERT_TRUE(report);
  int limits = 0;
  for (const auto& factor : report->factors) {
    if (factor.unit != "GB/s") continue;
    EXPECT_GT(factor.value, 0) << factor.name;
    if (std::isinf(factor.value)) ++limits;
  }
  EXPECT_GE(limits, 1);  // socket threads, where nothing goes over sockets
}

TEST(Simulate, MessagesBetweenPairs) {
  SimulateRequest request = on("dgx-h100", 2);
  request.call.collective = core::Collective::AllToAll;
  request.call.bytes = 64U << 20U;
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->way.algorithm, "p2p");
  EXPECT_TRUE(report->is_in_nccl);
  EXPECT_TRUE(report->is_nccl_choice);
  EXPECT_GE(report->time, report->bound);
  // One partner after another takes far longer than all at once.
  request.way.algorithm = "pairwise";
  const auto compared = answer(request);
  ASSERT_TRUE(compared);
  EXPECT_FALSE(compared->is_in_nccl);
  EXPECT_GT(compared->time, 2 * report->time);
}

// Where GPUs share ports, one that sends alone has a whole port.
TEST(Simulate, OneGpuThatSendsHasAWholePort) {
  for (const auto& [topology, nodes] :
       {std::pair{"pcie-4", 2}, std::pair{"aws-p3dn", 4}, std::pair{"summit", 4}}) {
    for (const auto collective :
         {core::Collective::Gather, core::Collective::Scatter, core::Collective::SendRecv}) {
      SimulateRequest request = on(topology, nodes);
      request.call.collective = collective;
      request.call.bytes = 64U << 20U;
      const auto report = answer(request);
      ASSERT_TRUE(report && report->cost);
      EXPECT_NEAR(*report->cost / report->time, 0.9, 0.3) << topology << " " << nodes;
      EXPECT_GE(*report->cost, report->bound) << topology << " " << nodes;
    }
  }
}

// Both are of one profile; the simulation also sees that messages share links.
TEST(Simulate, MessagesBetweenPairsAreNearTheCostModel) {
  for (const auto collective : {core::Collective::AllToAll, core::Collective::Gather,
                                core::Collective::Scatter, core::Collective::SendRecv}) {
    for (const std::uint64_t bytes : {1U << 20U, 16U << 20U, 256U << 20U}) {
      for (const int nodes : {1, 2, 4}) {
        SimulateRequest request = on("dgx-h100", nodes);
        request.call.collective = collective;
        request.call.bytes = bytes;
        const auto report = answer(request);
        ASSERT_TRUE(report);
        ASSERT_TRUE(report->cost);
        EXPECT_LT(report->time, 1.7 * *report->cost) << bytes << " over " << nodes;
        EXPECT_GT(report->time, *report->cost / 1.7) << bytes << " over " << nodes;
      }
    }
  }
}

TEST(Simulate, WhatCannotCarryTheCallIsRefused) {
  SimulateRequest request = on("dgx-a100");
  request.way.algorithm = "NVLS";
  EXPECT_THAT(answer(request).error().found, HasSubstr("NCCL offers no NVLS for this call: "));
  request.way.algorithm = "rind";
  EXPECT_FALSE(answer(request));
  SimulateRequest lone = on("dgx-h100");
  lone.job.gpus_per_node = 1;
  EXPECT_THAT(answer(lone).error().found, HasSubstr("one rank"));
  EXPECT_EQ(answer(lone).error().where, "⟨gpus-per-node⟩");  // what made it one
}

// As `explain` says it: that NVLS has one protocol is no reason against all three.
TEST(Simulate, TheReasonAgainstAnAlgorithmIsThatOfTheProtocolItHas) {
  SimulateRequest request = on("dgx-h100", 4);
  request.way.algorithm = "NVLS";
  const std::string found = answer(request).error().found;
  EXPECT_THAT(found, HasSubstr("SHARP"));
  EXPECT_THAT(found, ::testing::Not(HasSubstr("speaks Simple only")));
  request.way.protocol = "LL";
  EXPECT_THAT(answer(request).error().found, HasSubstr("NVLS speaks Simple only"));
}

}  // namespace simulate_test
}  // namespace treering::app
