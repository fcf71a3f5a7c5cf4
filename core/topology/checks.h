// The rules that every topology keeps: checks of its PCI tree, devices, links and texts, and
// readers' way to make texts from outside fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

// The PCI tree that a list of links describes: the parent of each device and the CPU above it.
//
// The first of a PCIe wire's two directions goes from the child to its parent. A NIC port is below
// its NIC. Linear in devices and links.

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

// Checks of single devices and links; core/topology/checks.h checks the PCI tree. Errors name
// their place as our JSON does: "/devices/7/index", "/links/3/to".

// GB/s of one bundle, one direction. This is 8 kbit/s: slower than any wire, yet the times of calls
// stay far within a double.
inline constexpr double kMinBandwidthGBps = 1e-6;

/// Checks names, figures and the NIC that a NicPort refers to.
Result<void> check_devices(const std::vector<Device>& devices);

/// Checks ends and figures.
Result<void> check_links(const std::vector<Link>& links, const std::vector<Device>& devices);

/// Checks that GPU indices and bus ids are unique on each host. `cpus` has the CPU above each
/// device.
Result<void> check_hosts(const std::vector<Device>& devices, const std::vector<DeviceId>& cpus);

/// Checks that keys are present and unique. `where` is the place of the attributes.
Result<void> check_attributes(const Attributes& attributes, const std::string& where);

/// Checks that the text is printable (core/text/quote.h) and no longer than kMaxText.
Result<void> check_text(const std::string& text, const std::string& where);

// Makes texts from drivers, logs and file names printable (core/text/quote.h). Unprintable texts in
// our own files are refused instead: core/named_values.h.

void make_printable(HostState& host);

/// Its name, its attributes, and its texts from the PCI bus and the processor.
void make_printable(Device& device);

}  // namespace treering::core
