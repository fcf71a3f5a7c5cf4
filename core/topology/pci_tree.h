// The PCI tree that a list of links describes: the parent of each device and the CPU above it.
//
// The first of a PCIe wire's two directions goes from the child to its parent. A NIC port is below
// its NIC. Linear in devices and links.
#pragma once

#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

// The most PCIe devices on a path below a CPU, for the trees of all readers. No machine can have
// more: a bridge leads to a bus with a higher number than its own, and bus numbers have 8 bits.
inline constexpr int kMaxPciDepth = 256;

struct PciTree {
  std::vector<DeviceId> parents;  // by device; kNoDevice for roots
  std::vector<DeviceId> cpus;     // the CPU above, a CPU's own id; kNoDevice outside the tree
};

/// Fails if a device has two parents, links form a cycle, a CPU is below another device, a PCIe
/// root is not a CPU, or a path has more than kMaxPciDepth devices.
/// \pre all ids in `devices` and `links` exist
Result<PciTree> grow_pci_tree(const std::vector<Device>& devices, const std::vector<Link>& links);

}  // namespace treering::core
