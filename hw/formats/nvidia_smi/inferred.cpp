#include <algorithm>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/formats/nvidia_smi/models.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::bad_input;

struct Gpus {
  std::vector<std::size_t> rows;
  std::vector<int> links;  // that are up
};

Gpus gpus_of(const Table& table, const std::vector<int>& active) {
  Gpus gpus;
  for (std::size_t i = 0; i < table.devices.size(); ++i) {
    if (!table.devices[i].is_gpu) continue;
    gpus.rows.push_back(i);
    gpus.links.push_back(i < active.size() ? active[i] : 0);
  }
  return gpus;
}

void join(Table& table, std::size_t a, std::size_t b, int links) {
  if (links <= 0) return;
  // Where a matrix shows PCIe only, that is kept beside the NVLinks.
  if (table.hides_nvlinks.empty()) table.cell(a, b).path = Path::NvLink;
  table.cell(a, b).nvlinks = links;
  table.cell(b, a) = table.cell(a, b);
}

/// Each two with `share` of the links of the one that has fewer.
void join_all(Table& table, const Gpus& gpus, int share) {
  for (std::size_t i = 0; i < gpus.rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      join(table, gpus.rows[i], gpus.rows[j], std::min(gpus.links[i], gpus.links[j]) / share);
    }
  }
}

/// HGX boards of four have no switches: all links of a GPU, in thirds, to the other three. Up to
/// Hopper: four Blackwells are half of an HGX board or a tray of a rack.
bool is_board_of_four(const Table& table, const Gpus& gpus) {
  constexpr int kBlackwell = 100;
  const bool is_older =
      catalogue::gpu_named(table.gpu_model).compute_capability.value_or(0) < kBlackwell;
  return gpus.rows.size() == 4 && is_older &&
         std::ranges::all_of(gpus.links, [](int links) { return links > 0 && links % 3 == 0; });
}

std::string cpu_key(const TableDevice& device) {
  return device.cpu_affinity + "/" + device.numa_affinity;
}

}  // namespace

core::Result<std::string> infer_nvlinks(Table& table, const std::vector<int>& active) {
  const Gpus gpus = gpus_of(table, active);
  const bool has_links = std::ranges::any_of(gpus.links, [](int links) { return links > 0; });
  if (!has_links) return std::string("no NVLink is up: GPUs reach each other over PCIe");
  if (gpus.rows.size() < 2) {
    return std::string("one GPU: where its NVLinks lead is unknown, and they are left out");
  }
  const std::string name = core::in_quotes(table.gpu_model);
  switch (catalogue::joining_of(table.gpu_model)) {
    case catalogue::GpuJoining::NvSwitch:
      if (is_board_of_four(table, gpus)) {
        join_all(table, gpus, 3);
        return fmt::format(
            "four GPUs {} count as a board without NVSwitch: each has a third of its NVLinks to "
            "each other",
            name);
      }
      join_all(table, gpus, 1);
      table.has_nvswitch = true;
      return fmt::format("GPUs {} are assumed to be joined by NVSwitch", name);
    case catalogue::GpuJoining::Bridge:
      if (gpus.rows.size() == 2) {
        join_all(table, gpus, 1);
        return fmt::format("two GPUs {} are assumed to be joined by bridges", name);
      }
      return bad_input("", fmt::format("{} GPUs {} with NVLink bridges", gpus.rows.size(), name),
                       "expected two: which cards are bridged is unknown",
                       "give the text of nvidia-smi topo -m");
    case catalogue::GpuJoining::Mesh:
    case catalogue::GpuJoining::None:
      break;
  }
  return bad_input("", fmt::format("NVLinks of {} without where they lead", name),
                   "expected a GPU that is wired alike in all machines",
                   "give the text of nvidia-smi topo -m");
}

void fill_distances(Table& table) {
  const std::size_t count = table.devices.size();
  table.cells.assign(count * count, {});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      if (i == j) continue;
      const bool is_near = cpu_key(table.devices[i]) == cpu_key(table.devices[j]);
      table.cell(i, j).path = is_near ? Path::Node : Path::Sys;
    }
  }
}

}  // namespace treering::hw::formats::nvidia_smi
