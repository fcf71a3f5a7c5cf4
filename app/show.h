// What a machine is made of, how its parts reach each other, and what NCCL builds on it; or what a
// fabric is made of.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "app/fabric.h"
#include "app/setup/setup.h"
#include "core/result.h"
#include "sim/nccl/plan.h"
#include "sim/rails.h"
#include "sim/smi_matrix.h"

namespace treering::app {

struct ShowRequest {
  setup::JobRequest job;
  bool has_graphs = false;  // NCCL's channels too
};

struct MachineReport {
  setup::Setup setup;
  sim::SmiMatrix paths;
  std::vector<sim::GpuRail> rails;      // by local rank; empty where no job over nodes can run
  std::optional<sim::nccl::Plan> plan;  // where its channels are asked for
};

/// Of a machine, or of the fabric that the file holds.
using ShowReport = std::variant<MachineReport, FabricReport>;

/// Up to so many ranks the rings and trees over all nodes are shown.
inline constexpr int kMostRanksShown = 1024;

core::Result<ShowReport> answer(const ShowRequest& request);

}  // namespace treering::app
