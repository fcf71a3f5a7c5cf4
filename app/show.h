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
#include "hw/formats/format.h"
#include "hw/formats/logged_run.h"
#include "sim/nccl/connections/connections.h"
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
  bool has_graphs = false;       // also NCCL's channels
  bool has_connections = false;  // also the connections that it sets up
  // Of a log without a machine, and facts of a host; else such a file is an error.
  bool takes_plan_lines = true;
};

/// The most ranks for which rings and trees over all nodes are shown.
inline constexpr int kMostRanksShown = 1024;

/// The most ranks for which connections of messages between all pairs are shown, and, unless they
/// are asked for, any connections.
inline constexpr int kMostRanksInPairs = 128;

/// The connections that NCCL sets up for the calls of a job.
struct MachineConnections {
  int ranks = 1;
  sim::nccl::connections::PairChannels pair_channels;
  /// The algorithms that calls take, in the order in which they do (sim/nccl/call/choice.h).
  std::vector<sim::nccl::Algorithm> algorithms;
  std::vector<sim::nccl::connections::Connection> collectives;  // none above kMostRanksShown
  std::vector<sim::nccl::connections::Connection> pairs;        // none above kMostRanksInPairs
};

struct MachineReport {
  setup::Setup setup;
  sim::SmiMatrix paths;
  std::vector<sim::GpuRail> rails;      // by local rank; empty where no job over nodes can run
  std::optional<sim::nccl::Plan> plan;  // with has_graphs
  /// With has_connections; with has_graphs up to kMostRanksInPairs.
  std::optional<MachineConnections> connections;
  bool lists_connections = false;  // has_connections: text and CSV show them
};

/// A log of NCCL whose machine is unknown, with lines about ranks or channels.
struct PlanLinesReport {
  std::string source;  // as given, fit to be shown
  hw::formats::PlanLines lines;
  hw::formats::LoggedJob job;
};

/// Texts that say how a host is, and do not show the machine.
struct HostFactsReport {
  std::string source;  // as given, fit to be shown
  hw::formats::HostFacts facts;
  core::Error why_no_machine;
  std::vector<hw::formats::LoggedHost> hosts = {};  // of a log
  bool shows_part = false;                          // of the machine, which the text has begun
};

/// The machine; else the fabric, the channels of a log, or the facts of a host that the file holds.
using ShowReport = std::variant<MachineReport, FabricReport, PlanLinesReport, HostFactsReport>;

core::Result<ShowReport> answer(const ShowRequest& request);

}  // namespace treering::app
