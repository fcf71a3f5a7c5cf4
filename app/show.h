// A machine or a fabric, as it is shown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/setup/setup.h"
#include "core/result.h"
#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/readers/text.h"
#include "sim/nccl/plan.h"
#include "sim/rails.h"
#include "sim/smi_matrix.h"

namespace treering::app {

// A fabric in place of a machine: from ibnetdiscover or Slurm.

struct FabricReport {
  std::string source;  // as given, fit to be shown
  hw::fabric::readers::FabricText text;
  hw::fabric::analysis::FoundFabric found;
};

/// \param source origin of the text, as given
FabricReport fabric_report(std::string_view source, hw::fabric::readers::FabricText text);

// Shows the parts of a machine, how they reach each other, and what NCCL builds on it; or the parts
// of a fabric.

struct ShowRequest {
  setup::JobRequest job;
  bool has_graphs = false;  // also NCCL's channels
};

struct MachineReport {
  setup::Setup setup;
  sim::SmiMatrix paths;
  std::vector<sim::GpuRail> rails;      // by local rank; empty where no job over nodes can run
  std::optional<sim::nccl::Plan> plan;  // with has_graphs
};

/// The machine, or the fabric that the file holds.
using ShowReport = std::variant<MachineReport, FabricReport>;

/// The most ranks for which rings and trees over all nodes are shown.
inline constexpr int kMostRanksShown = 1024;

core::Result<ShowReport> answer(const ShowRequest& request);

}  // namespace treering::app
