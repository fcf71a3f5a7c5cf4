// The facts about a device beyond its name and its links. A mark shows those that its source does
// not report and treering assumes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"

namespace treering::report::machine {

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

}  // namespace treering::report::machine
