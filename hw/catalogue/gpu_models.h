// What models of GPUs have, where no source of a topology says it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"

namespace treering::hw::catalogue {

/// Streaming multiprocessors of a GPU, by its PCI id. Nothing where that is not known, or assumed.
std::optional<int> multiprocessors_of(const core::Device& gpu);

/// Its compute capability (major * 10 + minor), and whether the model can have NVLinks, likewise.
std::optional<int> compute_capability_of(const core::Device& gpu);
std::optional<bool> has_nvlink(const core::Device& gpu);

/// Whether a GPU can have NVLinks: by its PCI id, else by its compute capability, of GPUs for
/// servers from Pascal on: 6.0, 7.0, 8.0, 9.0, 10.x. True where neither is known. Cards of the
/// first two that a "model" in `extra` names as such have none.
bool may_have_nvlinks(const core::Device& gpu);

/// NVLinks of a GPU that is only made for boards where all GPUs are joined, by NVSwitches or, of
/// four, directly; likewise by its PCI id. 0 for others and where that is not known.
int nvlinks_of_board(const core::Device& gpu);

/// The multiprocessors of each of these GPUs; nothing where they differ or one is not known.
std::optional<int> multiprocessors_of(const core::Topology& node,
                                      const std::vector<core::DeviceId>& gpus);

/// major * 10 + minor of NVIDIA's GPU with this PCI device id ("0x2330"); where the id is not
/// known, of the model whose name ("NVIDIA H100 80GB HBM3") is given. Nothing where neither is
/// known.
std::optional<int> compute_capability_of(std::string_view device_id, std::string_view model_name);

}  // namespace treering::hw::catalogue
