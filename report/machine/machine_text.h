// Machines for people: the tree and the details of devices, settings, NCCL's channels, the whole
// machine, a discovered one, and the differences of two.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/diff.h"
#include "app/discover.h"
#include "app/show.h"
#include "core/host_state/host_state.h"
#include "core/topology/topology.h"
#include "report/display.h"

namespace treering::report::machine {

// The facts about a device beyond its name and its links. A mark shows those that its source does
// not report and treering assumes.

/// The mark behind an assumed fact.
inline constexpr std::string_view kAssumedMark = "*";

/// "NUMA node 0", "Intel Xeon (Sapphire Rapids)"; "H100 SXM5"; "NET/0", "400 Gbit/s (50 GB/s)",
/// "GPUDirect*"; may be empty.
std::vector<std::string> device_details(const core::Device& device);

/// The details of a port but for its number, which differs between ports that are otherwise alike.
std::vector<std::string> port_details(const core::Device& device);

/// Whether all PCI addresses are in the domain 0000, which lspci then omits.
bool has_one_domain(const core::Topology& node);

enum class Domain { Shown, Omitted };

/// A device's bus id; empty without one, and where the device's name contains it.
std::string address_details(const core::Device& device, Domain domain);

// The tree of a machine's devices, for terminals.

/// CPUs with what is below them, a line each: name, how fast its link up is, bus id, what it is;
/// then NVSwitches and links beside the tree. Equal siblings in a row without GPUs become one line.
std::string tree_text(const core::Topology& node, const Display& display);

// NCCL's channels on a machine, for people: graphs, orders, rings, trees, tuning table.

/// \pre report.plan
std::string graphs_text(const app::MachineReport& report, std::size_t width);

// The connections between ranks, for people.

/// How many channels of which pairs of ranks go over what. \pre report.connections
std::string connections_text(const app::MachineReport& report, std::size_t width);

// The settings of a machine, for people: core::HostState as a list of what matters.

/// A line for each, "name: what", wrapped. A setting that could not be seen is "unknown" where a
/// reader would look for it, else left out. Empty when nothing is known.
std::string host_text(const core::HostState& host, std::size_t width);

/// The RDMA ports that are not active, so not among the machine's devices, by state: "mlx5_0, port
/// 2 of mlx5_1 (DOWN)"; empty for none.
std::string idle_ports_text(const core::HostState& host);

// A machine for people: devices, links, path matrix, and what NCCL builds on it.

struct MachineTextOptions {
  bool is_quiet = false;  // figures only
  bool is_tree = false;   // only what hangs off what
  Display display;
};

/// Devices, links and path matrix.
std::string machine_text(const app::MachineReport& report, const MachineTextOptions& options);

/// The machine as a picture.
std::string machine_svg(const app::MachineReport& report);

/// Devices, links and path matrix, and NCCL's channels and connections where they are asked for.
std::string show_text(const app::MachineReport& report, const MachineTextOptions& options);

// A discovered machine, for people: the machine, its settings, and the notes.

/// \param is_quiet the path matrix only
std::string discovery_text(const app::DiscoveredMachine& machine, bool is_quiet,
                           const Display& display);

// The differences of two machines, for people.

/// \param is_quiet the differences only
std::string diff_text(const app::DiffReport& report, bool is_quiet, const Display& display);

}  // namespace treering::report::machine
