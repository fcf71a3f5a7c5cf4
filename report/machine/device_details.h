// What there is to say of a device beyond its name and its links. What its source does not say, but
// is assumed, is marked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"

namespace treering::report::machine {

/// Behind what is assumed.
inline constexpr std::string_view kAssumedMark = "*";

/// "NUMA node 0", "Intel Xeon (Sapphire Rapids)"; "H100 SXM5"; "NET/0", "400 Gbit/s (50 GB/s)",
/// "GPUDirect*"; none where there is nothing.
std::vector<std::string> device_details(const core::Device& device);

/// Those of a port without its number, which others like it do not share.
std::vector<std::string> port_details(const core::Device& device);

/// Whether all its PCI addresses are of the domain 0000, which lspci then omits.
bool has_one_domain(const core::Topology& node);

enum class Domain { Shown, Omitted };

/// Its bus id; empty without one, and where its name has it.
std::string address_details(const core::Device& device, Domain domain);

}  // namespace treering::report::machine
