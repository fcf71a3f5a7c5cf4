// Recorded runs of every algorithm on dgx-h100.
#pragma once

#include <gtest/gtest.h>

#include "app/simulate.h"

namespace treering::app::simulation::recorded_runs {

struct Case {
  std::string algorithm;
  core::Collective collective = core::Collective::AllReduce;
  int nodes = 2;
  std::optional<int> gpus_per_node = {};
  std::uint64_t bytes = 1U << 17U;
  std::vector<std::string> env = {};
};

inline Recorded recorded(const Case& one) {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = one.nodes;
  request.job.gpus_per_node = one.gpus_per_node;
  request.call.collective = one.collective;
  request.call.bytes = one.bytes;
  request.job.variables.env = one.env;
  request.way.algorithm = one.algorithm;
  request.is_recorded = true;
  auto report = answer(request);
  EXPECT_TRUE(report) << one.algorithm << ": " << report.error().message();
  return report->recorded.value();
}

inline const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"Ring"},
      {"Tree"},
      {"NVLSTree"},
      {"NVLS", core::Collective::AllReduce, 1},
      {"PAT", core::Collective::ReduceScatter, 9, 1},
      {"Ring", core::Collective::Broadcast},
      {.algorithm = "CollNetDirect", .env = {"NCCL_COLLNET_ENABLE=1"}},
      {.algorithm = "CollNetChain", .env = {"NCCL_COLLNET_ENABLE=1"}},
      {"recursive_doubling"},
      {"halving_doubling"},
      {"ring_2d"},
      {"hierarchical"},
      {"single_tree"},
      {"ring_unchunked"},
      {"naive"},
      {"bruck", core::Collective::AllToAll},
      {"pairwise", core::Collective::AllToAll},
  };
  return all;
}

}  // namespace treering::app::simulation::recorded_runs
