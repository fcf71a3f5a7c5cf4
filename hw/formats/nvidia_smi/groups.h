// Groups devices by what they share on PCIe, from a matrix of `nvidia-smi topo -m`.
//
// Each word names the nearest thing that two devices share: a switch (PIX), a switch above theirs
// (PXB), a host bridge (PHB), a NUMA node (NODE). Sharing is transitive, so the devices form nested
// groups; a matrix whose words do not nest contradicts itself. NVLink hides what two GPUs share:
// other devices imply it, and equal affinities imply a NUMA node.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// For each device the first one that it shares something with, which may be itself.
struct DeviceGroups {
  std::vector<std::size_t> one_switch;   // PIX
  std::vector<std::size_t> root_switch;  // PIX or PXB
  std::vector<std::size_t> host_bridge;  // up to PHB
  std::vector<std::size_t> numa_node;    // up to NODE, or by affinity
  std::optional<std::size_t> nowhere{};  // of numa_node: the adapters whose place is unknown
};

/// `path` names the source in errors.
core::Result<DeviceGroups> group_smi_devices(const Table& table, const std::string& path);

/// The NUMA node that the GPUs of a group name; nothing where none does or they name several.
/// \param group one of `groups.numa_node`
std::optional<int> numa_id_of(const Table& table, const DeviceGroups& groups, std::size_t group);

/// Says which devices of one NUMA node are SYS apart in the matrix, as processors with several host
/// bridges and virtual machines show them; nothing where none are.
std::optional<core::Diagnostic> note_on_apart(const Table& table, const DeviceGroups& groups,
                                              const std::string& path);

}  // namespace treering::hw::formats::nvidia_smi
