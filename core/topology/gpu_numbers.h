// The numbers by which people name the GPUs of a node (--devices, --gpus-per-node).
#pragma once

#include <vector>

#include "core/topology/topology.h"

namespace treering::core {

/// By device: a GPU's index, plus an offset on a node of several hosts, so that the first GPU of a
/// host follows the last of the host before. -1 for other devices.
std::vector<int> gpu_numbers(const Topology& node);

/// The numbers of all GPUs, smallest first.
std::vector<int> sorted_gpu_numbers(const Topology& node);

/// The host of a device, by the CPU above it; 0 without one.
int host_of(const Topology& node, DeviceId id);

}  // namespace treering::core
