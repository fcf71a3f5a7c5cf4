// What faults cost a call: the same call without them, and on the job without what they slow.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "sim/way.h"

namespace treering::app {

struct SimulateRequest;
struct SimulateReport;

/// The same call without hardware that faults slow: without adapters the same job, by NCCL's plan
/// for what is left; without a GPU or a node a smaller one.
struct CutOut {
  std::string what;     // "mlx5_0 of node 3", "nodes 3, 5", "GPU 2"
  std::string how;      // "NCCL_IB_HCA=^=mlx5_0 on node 3"; empty: no variable does it
  std::string why_not;  // a part of a sentence; empty where there is a time
  std::optional<core::Duration> time;
  sim::Way way;
  int nodes = 0;
  int ranks = 0;
  bool operator==(const CutOut&) const = default;
};

struct FaultCosts {
  std::size_t faults = 1;
  core::Duration without;  // them
  sim::Way way;            // that carries the call then
  std::vector<CutOut> cut_outs;
};

/// Late ranks by chance stay late. \pre the report answers the request, which has faults
core::Result<FaultCosts> fault_costs(const SimulateRequest& request, const SimulateReport& report);

}  // namespace treering::app
