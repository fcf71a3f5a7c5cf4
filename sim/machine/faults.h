// What is wrong on some node of a job: links that are slow, ranks that come late. NCCL's plan stays
// the same: it does not see either.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/machine/call_run.h"

namespace treering::sim::machine {

/// The links of a device have that share of their rate, in both directions.
struct SlowLinks {
  int node = 0;
  std::string device;  // "mlx5_0", "GPU 3", "NVSwitch"
  std::string other;   // only those to it; empty: all
  double share = 1;    // above 0, at most 1
};

struct LateRank {
  int rank = 0;
  double us = 0;
};

struct Faults {
  std::vector<SlowLinks> slow;
  std::vector<LateRank> late;

  bool empty() const { return slow.empty() && late.empty(); }
};

/// The links of a node that one is about; none: the node has no such link.
LinkList links_of(const SlowLinks& slow, const NodeLinks& node);

/// Slows links down, and lets ranks come later than they would. The wiring refers to `schedule`
/// then. \pre nodes, links and ranks exist
void apply(const Faults& faults, const JobLinks& links, const schedule::Schedule& schedule,
           engine::Wiring& wiring);
void apply(const Faults& faults, CallRun& run);

}  // namespace treering::sim::machine
