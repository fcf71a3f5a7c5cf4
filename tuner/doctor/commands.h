// The commands of a finding's fix, for people to read and run: first those that only look, then
// those that change something. treering prints them, and runs none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"

namespace treering::tuner::doctor {

/// A line of a POSIX shell that changes something.
struct Change {
  std::string line;
  // What it ends or weakens, or when it is right, as a sentence without full stop. A line with it
  // is printed as a comment. Empty where it harms nothing that runs.
  std::string careful{};
  bool operator==(const Change&) const = default;
};

/// To be run on the machine of the finding.
struct Commands {
  std::vector<std::string> look{};  // lines of a POSIX shell that change nothing
  std::vector<Change> change{};
  bool operator==(const Commands&) const = default;

  bool empty() const { return look.empty() && change.empty(); }
};

// Commands for what several checks find. What comes from a file stands in quotes, or, where it is
// no bus id, name of a device or name of a variable at all, is left out: then all are looked at.

/// How PCIe links run beside what they can do, and errors of PCIe. \param bus_ids none: of all
Commands commands_for_pcie(const std::vector<std::string>& bus_ids);

/// Likewise of devices.
Commands commands_for_pcie(const core::Topology& node, const std::vector<core::DeviceId>& devices);

/// The states and errors of NVLinks, and a reset. \param gpu kNoDevice: of all GPUs
Commands commands_for_nvlinks(const core::Topology& node, core::DeviceId gpu = core::kNoDevice);

/// Starts the fabric manager.
Commands commands_for_fabric_manager();

/// Takes a GPU out of MIG mode. \param gpu its number
Commands commands_for_mig(int gpu);

/// Which GPUs the driver and PCI have, and why the driver lost one.
Commands commands_for_lost_gpu();

/// What ports and their cables say. \param adapters names, "mlx5_1"; none: of all
Commands commands_for_ports(const std::vector<std::string>& adapters = {});

/// Which GPUs reach each other's memory, and by which ways.
Commands commands_for_peers();

/// Which GPUs and adapters are near each other.
Commands commands_for_distance();

/// Loads what adapters read GPUs' memory with.
Commands commands_for_gpu_direct();

/// Switches ACS off at bridges until the next boot.
Commands commands_for_acs(const std::vector<std::string>& bridges);

/// How the kernel was booted.
Commands commands_for_iommu();

/// How full shared memory is, and makes it 1 GiB large. Only where it is known to be smaller.
Commands commands_for_small_shared_memory();

/// Raises the limit on locked memory.
Commands commands_for_locked_memory();

/// Keeps the kernel from moving pages between NUMA nodes.
Commands commands_for_numa_balancing();

/// Which libraries of NCCL and of verbs processes find.
Commands commands_for_libraries();

/// Where a variable is set. \param names one or more
Commands look_at_variables(const std::vector<std::string>& names);

/// Unsets it, or sets it, for the processes that the shell starts. Empty where it is no name.
Commands without_variable(const std::string& name);
Commands with_variable(const std::string& name, const std::string& value);

}  // namespace treering::tuner::doctor
