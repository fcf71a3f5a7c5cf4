// What models of GPUs have, where no source of a topology says it.
#pragma once

#include <optional>
#include <vector>

#include "core/topology.h"

namespace treering::hw {

/// Streaming multiprocessors of a GPU, by its PCI id. Nothing where that is not known, or assumed.
std::optional<int> multiprocessors_of(const core::Device& gpu);

/// Its compute capability (major * 10 + minor), and whether the model can have NVLinks, likewise.
std::optional<int> compute_capability_of(const core::Device& gpu);
std::optional<bool> has_nvlink(const core::Device& gpu);

/// The multiprocessors of each of these GPUs; nothing where they differ or one is not known.
std::optional<int> multiprocessors_of(const core::Topology& node,
                                      const std::vector<core::DeviceId>& gpus);

}  // namespace treering::hw
