// What there is to say of a device beyond its name and its links.
#pragma once

#include <string>

#include "core/topology.h"

namespace treering::cli {

/// "x86_64 GenuineIntel family 6 model 143", "compute capability 9.0", "NET/0, 400 Gbit/s,
/// GPUDirect RDMA"; empty where there is nothing.
std::string device_details(const core::Device& device);

}  // namespace treering::cli
