#include "hw/formats/nvidia_smi/missing_rows.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace treering::hw::formats::nvidia_smi {

Path between_gpus_by_nics(const Table& table, std::size_t a, std::size_t b) {
  Path nearest = Path::Sys;
  for (std::size_t nic = 0; nic < table.devices.size(); ++nic) {
    if (table.devices[nic].is_gpu) continue;
    nearest = std::min(nearest, std::max(table.cell(a, nic).path, table.cell(b, nic).path));
  }
  return nearest;
}

Path between_nics(const Table& table, std::size_t a, std::size_t b) {
  Path nearest = Path::Sys;
  for (std::size_t gpu = 0; gpu < table.devices.size(); ++gpu) {
    if (!table.devices[gpu].is_gpu) continue;
    nearest = std::min(nearest, std::max(table.cell(gpu, a).path, table.cell(gpu, b).path));
  }
  const bool is_apart = std::ranges::any_of(table.devices, [&](const TableDevice& device) {
    const auto gpu = static_cast<std::size_t>(&device - table.devices.data());
    return device.is_gpu && table.cell(gpu, a).path != table.cell(gpu, b).path;
  });
  return nearest == Path::Sys && !is_apart ? Path::Node : nearest;
}

std::optional<ImpliedPath> path_by_others(
    const Table& table, std::size_t a, std::size_t b,
    const std::function<bool(std::size_t, std::size_t)>& is_known) {
  std::optional<ImpliedPath> implied;
  for (std::size_t other = 0; other < table.devices.size(); ++other) {
    if (other == a || other == b || !is_known(a, other) || !is_known(b, other)) continue;
    const Path to_a = table.cell(a, other).path;
    const Path to_b = table.cell(b, other).path;
    if (to_a < Path::Pix || to_b < Path::Pix) continue;  // NVLink
    const Path farther = std::max(to_a, to_b);
    if (!implied || farther < implied->path) implied = ImpliedPath{farther, false};
    if (to_a != to_b && farther == implied->path) implied->is_exact = true;
  }
  return implied;
}

namespace {

/// Whether a path says that two devices are on one NUMA node.
bool are_near(const Table& table, std::size_t a, std::size_t b) {
  const Path path = table.cell(a, b).path;
  return path >= Path::Pix && path <= Path::Node;
}

bool are_near_one_nic(const Table& table, std::size_t a, std::size_t b) {
  for (std::size_t nic = 0; nic < table.devices.size(); ++nic) {
    if (table.devices[nic].is_gpu) continue;
    if (are_near(table, a, nic) && are_near(table, b, nic)) return true;
  }
  return false;
}

}  // namespace

const TableDevice* near_gpu(const Table& table, std::size_t gpu, const LacksAffinity& lacks) {
  for (std::size_t other = 0; other < table.devices.size(); ++other) {
    const TableDevice& device = table.devices[other];
    if (!device.is_gpu || other == gpu || lacks(device)) continue;
    if (are_near(table, gpu, other) || are_near_one_nic(table, gpu, other)) return &device;
  }
  return nullptr;
}

const TableDevice* neighbour(const Table& table, std::size_t gpu, const LacksAffinity& lacks) {
  std::map<std::string, int> counts;
  const TableDevice* before = nullptr;
  const TableDevice* behind = nullptr;
  for (std::size_t i = 0; i < table.devices.size(); ++i) {
    const TableDevice& other = table.devices[i];
    if (!other.is_gpu || lacks(other)) continue;
    ++counts[other.cpu_affinity];
    if (i < gpu) before = &other;
    if (i > gpu && behind == nullptr) behind = &other;
  }
  if (before == nullptr || behind == nullptr) return before == nullptr ? behind : before;
  if (before->cpu_affinity == behind->cpu_affinity) return before;
  const int own = counts[before->cpu_affinity];
  const int next = counts[behind->cpu_affinity];
  return own == next ? nullptr : own < next ? before : behind;
}

std::map<std::size_t, std::size_t> leave_out_nics(Table& table) {
  std::map<std::size_t, std::size_t> places;
  std::vector<TableDevice> devices;
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < table.devices.size(); ++i) {
    if (!table.devices[i].is_gpu) continue;
    places.emplace(i, devices.size());
    devices.push_back(table.devices[i]);
    for (std::size_t j = 0; j < table.devices.size(); ++j) {
      if (table.devices[j].is_gpu) cells.push_back(table.cell(i, j));
    }
  }
  table.devices = std::move(devices);
  table.cells = std::move(cells);
  return places;
}

}  // namespace treering::hw::formats::nvidia_smi
