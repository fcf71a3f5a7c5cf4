#include "sim/nccl/system.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace treering::sim::nccl {

int System::min_compute_capability() const {
  int lowest = std::numeric_limits<int>::max();
  for (int g = 0; g < count(NodeType::Gpu); ++g) {
    lowest = std::min(lowest, gpu(g).compute_capability);
  }
  return lowest;
}

int System::max_compute_capability() const {
  int highest = 0;
  for (int g = 0; g < count(NodeType::Gpu); ++g) {
    highest = std::max(highest, gpu(g).compute_capability);
  }
  return highest;
}

std::vector<core::DeviceId> local_ranks(const core::Topology& topology, const Job& job) {
  std::vector<core::DeviceId> gpus = topology.of_kind(core::DeviceKind::Gpu);
  const auto host_of = [&](core::DeviceId id) {
    const core::DeviceId cpu = topology.cpu_of(id);
    return cpu == core::kNoDevice ? 0 : std::get<core::Cpu>(topology.device(cpu).info).host;
  };
  const auto place_of = [&](core::DeviceId id) {
    const int index = std::get<core::Gpu>(topology.device(id).info).index;
    if (job.devices.empty()) return index;
    return static_cast<int>(std::ranges::find(job.devices, index) - job.devices.begin());
  };
  std::erase_if(gpus, [&](core::DeviceId id) {
    return !job.devices.empty() && place_of(id) == std::ssize(job.devices);
  });
  std::ranges::stable_sort(gpus, {},
                           [&](core::DeviceId id) { return std::pair(host_of(id), place_of(id)); });
  return gpus;
}

}  // namespace treering::sim::nccl
