// How the GPUs of a node are numbered where people name them (--devices, --gpus-per-node).
#pragma once

#include <vector>

#include "core/topology/topology.h"

namespace treering::core {

/// By device: a GPU's index; on a node of several hosts counted on from host to host, so that the
/// first GPU of a host follows the last of the host before. -1 for what is no GPU.
std::vector<int> gpu_numbers(const Topology& node);

/// The numbers of all GPUs, smallest first.
std::vector<int> sorted_gpu_numbers(const Topology& node);

/// The host of a device, by the CPU above it; 0 without one.
int host_of(const Topology& node, DeviceId id);

}  // namespace treering::core
