// Distances in a matrix of `nvidia-smi topo -m` that no row has, by those of other devices.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>

#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// As far as the nearer of two NICs allows; see between_nics().
Path between_gpus_by_nics(const Table& table, std::size_t a, std::size_t b);

/// Of three devices two are as far from the third as from each other, or nearer: two NICs that are
/// not equally far from a GPU are as far from each other as the farther one. Else they are at most
/// as far as from the GPU, and that is taken. Where all GPUs are SYS they are put on one NUMA node.
Path between_nics(const Table& table, std::size_t a, std::size_t b);

struct ImpliedPath {
  Path path = Path::Sys;
  bool is_exact = false;  // else it is the farthest that the others allow
};

/// The same of two devices of any kind by all others, as far as their cells are known and NVLink
/// does not hide them. Nothing where no other device says anything.
std::optional<ImpliedPath> path_by_others(
    const Table& table, std::size_t a, std::size_t b,
    const std::function<bool(std::size_t, std::size_t)>& is_known);

using LacksAffinity = std::function<bool(const TableDevice&)>;

/// A GPU with affinity that PCIe joins to this one on its NUMA node, directly or as both are near
/// one adapter; null for none.
const TableDevice* near_gpu(const Table& table, std::size_t gpu, const LacksAffinity& lacks);

/// Of the GPUs with affinity before and behind this one, the one whose CPUs have fewer GPUs:
/// sockets have as many. Null where they have equally many.
const TableDevice* neighbour(const Table& table, std::size_t gpu, const LacksAffinity& lacks);

/// Leaves the GPUs alone; returns their new places by their old ones.
std::map<std::size_t, std::size_t> leave_out_nics(Table& table);

}  // namespace treering::hw::formats::nvidia_smi
