#include "hw/formats/nvidia_smi/nvlink_state.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace treering::hw::formats::nvidia_smi {
namespace {

/// By the rate of a link, each way (NVIDIA's whitepapers of the architectures): drivers print the
/// rate of the wire. Versions 2 to 4 run at 25 to 27 GB/s and differ in compute capability.
int nvlink_version(double gb_per_s, int compute_capability) {
  if (gb_per_s >= 40) return 5;
  if (gb_per_s < 18 || compute_capability == 0) return gb_per_s < 18 && gb_per_s > 0 ? 3 : 0;
  if (compute_capability >= 90) return 4;
  if (compute_capability >= 80) return 3;
  return compute_capability >= 70 ? 2 : 1;
}

int capability_of(const core::Topology& node, int index) {
  for (const core::Device& device : node.devices()) {
    const auto* gpu = std::get_if<core::Gpu>(&device.info);
    if (gpu != nullptr && gpu->index == index) return gpu->compute_capability;
  }
  return 0;
}

}  // namespace

void add_nvlink_state(const GpuList& list, const Table& table, const std::string& path,
                      LoadedCluster& loaded) {
  const auto is_in_table = [&](int number) {
    return std::ranges::any_of(table.devices, [number](const TableDevice& device) {
      return device.is_gpu && device.index == number;
    });
  };
  int down = 0;
  for (const auto& [number, gpu] : list.gpus) {
    if (!is_in_table(number)) continue;
    if (!gpu.name.empty()) {
      core::GpuState state{.gpu = number, .model = gpu.name};
      state.origin = {core::Origin::Kind::File, smi_place(path, gpu.line)};
      loaded.host.gpus.push_back(std::move(state));
    }
    const int capability = capability_of(loaded.cluster.node, number);
    for (const auto& [link, is_up] : gpu.nvlinks) {
      down += is_up ? 0 : 1;
      const auto rate = gpu.rates.find(link);
      const double gb_per_s = rate == gpu.rates.end() ? 0 : rate->second;
      loaded.host.nvlinks.push_back({number,
                                     link,
                                     is_up,
                                     is_up ? nvlink_version(gb_per_s, capability) : 0,
                                     {core::Origin::Kind::File, smi_place(path, gpu.link_line)},
                                     gb_per_s});
    }
  }
  if (down > 0) {
    loaded.notes.push_back(
        {core::Severity::Warning, path,
         fmt::format("{} NVLink{} inactive", down, down == 1 ? " is" : "s are")});
  }
}

}  // namespace treering::hw::formats::nvidia_smi
