// How a call of one size fares on more and more nodes of the kind: NCCL's own choice, the best, and
// the bound of the wires.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/predict.h"
#include "app/work/work.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/way.h"

namespace treering::app::advice {

/// Most nodes that are asked about unless the job itself has more.
inline constexpr int kMostScaledNodes = 1024;

struct ScalingRequest {
  setup::JobRequest job;      // its number of nodes is asked about too
  setup::CallsRequest calls;  // of one collective; the sizes are not used
  setup::TimeModelRequest time_model;
  std::uint64_t bytes = 0;
  int most_nodes = kMostScaledNodes;
  work::Work work;
};

/// One candidate on so many nodes.
struct ScaledChoice {
  sim::Way way;  // unnamed: none to choose
  sim::Estimate estimate;
  core::Bandwidth busbw;
  bool operator==(const ScaledChoice&) const = default;
};

struct ScalingPoint {
  int nodes = 1;
  int ranks = 1;
  std::optional<ScaledChoice> usual;  // NCCL's own choice; nothing where it has none, or no time
  std::optional<ScaledChoice> best;   // nothing without times
  core::Bandwidth bound;              // busbw at the bound; 0 where no wire sets one
  bool operator==(const ScalingPoint&) const = default;
};

struct ScalingReport {
  std::vector<ScalingPoint> points;  // by nodes: 1, 2, 4, ... and those of the job; of two ranks or
                                     // more
  int nodes = 1;                     // of the job
  std::string end;                   // why there are no points beyond the last; else empty
};

core::Result<ScalingReport> answer(const ScalingRequest& request);

}  // namespace treering::app::advice
