// Recordings of our own making: machines as Linux and NVML would show them, by what is published of
// them. Those that are built in, too, have the facts that topologies/NAME.json names the sources
// of.
#pragma once

#include <iosfwd>
#include <vector>

#include "tests/support/recorded_machines.h"

namespace treering::support {

/// 8 A100 SXM4 behind two levels of switches, 6 NVSwitches, 8 NUMA nodes, 8 HDR adapters; the two
/// adapters for storage are down.
RecordedMachine dgx_a100();

/// 8 H100 SXM5, each behind the switch of its NDR adapter, 4 NVSwitches, 2 NUMA nodes; storage is
/// down.
RecordedMachine dgx_h100();

/// A compute tray of a GB200 NVL72: 4 GPUs on 2 Grace, C2C, NVLinks to switches of other trays,
/// a fabric clique.
RecordedMachine gb200_tray();

/// 8 A100 PCIe in pairs with NVLink bridges, on switches of 2 EPYC 7003:
/// topologies/pcie-8-nvbridge.
RecordedMachine pcie_box();

/// 8 H100 passed to a guest on a flat PCI bus without speeds and NUMA nodes; the NVSwitches stay
/// with the host. PCI ids as in lspci of such guests.
RecordedMachine cloud_guest();

/// A container on a DGX A100 that was given GPUs 4 and 5, without NVML (NVIDIA_DRIVER_CAPABILITIES
/// is compute) and without RDMA devices.
RecordedMachine container_without_nvml();

/// Name, and how it is made.
struct NamedRecording {
  const char* name;
  RecordedMachine (*make)();
};
std::vector<NamedRecording> recorded_fleet();

/// What GoogleTest calls one.
void PrintTo(const NamedRecording& recording, std::ostream* stream);

}  // namespace treering::support
