// What there is to say of a device beyond its name and its links. What its source does not tell,
// but is assumed, is marked.
#pragma once

#include <string>
#include <string_view>

#include "core/topology/topology.h"

namespace treering::report::machine {

/// Behind what is assumed.
inline constexpr std::string_view kAssumedMark = "*";

/// "NUMA node 0, x86_64 GenuineIntel family 6 model 143", "CC 9.0*", "NET/0, 400 Gbit/s, GPUDirect
/// RDMA*"; empty where there is nothing.
std::string device_details(const core::Device& device);

/// That of a port without its number, which others like it do not share.
std::string port_details(const core::Device& device);

/// Its bus id; empty without one.
std::string address_details(const core::Device& device);

}  // namespace treering::report::machine
