// Checks of single devices and links; core/topology/pci_tree.h checks the PCI tree. Errors name
// their place as our JSON does: "/devices/7/index", "/links/3/to".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

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

}  // namespace treering::core
