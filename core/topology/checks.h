// What must hold for devices and links one by one; the PCI tree is core/topology/pci_tree.h.
// Errors carry "/devices/7/index" or "/links/3/to" as their place: the names of our JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

// GB/s of one bundle, one direction: 8 kbit/s, slower than any wire, and far from where the times
// of a call grow beyond what a double can hold.
inline constexpr double kMinBandwidthGBps = 1e-6;

/// Names, figures, and what a NicPort refers to.
Result<void> check_devices(const std::vector<Device>& devices);

/// Ends and figures.
Result<void> check_links(const std::vector<Link>& links, const std::vector<Device>& devices);

/// GPU indices and bus ids are unique on each host; `cpus` gives the CPU above each device.
Result<void> check_hosts(const std::vector<Device>& devices, const std::vector<DeviceId>& cpus);

/// Keys are present and unique; `where` is the place of the attributes.
Result<void> check_attributes(const Attributes& attributes, const std::string& where);

/// Hex digits, at most 16, with ':' and '.' between them. NCCL makes a number of the digits up to
/// the first other character (2.28 src/misc/utils.cc:30): devices with names would all be its
/// device 0.
bool is_pci_address(std::string_view text);

/// Fit to be shown and exported (core/text/quote.h), and no longer than kMaxText.
Result<void> check_text(const std::string& text, const std::string& where);

}  // namespace treering::core
