#include "sim/nccl/system.h"

#include <algorithm>
#include <limits>

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
  const auto index_of = [&](core::DeviceId id) {
    return std::get<core::Gpu>(topology.device(id).info).index;
  };
  std::ranges::stable_sort(gpus, {}, index_of);
  if (job.devices.empty()) return gpus;

  std::vector<core::DeviceId> chosen;
  for (const int wanted : job.devices) {
    const auto found = std::ranges::find(gpus, wanted, index_of);
    if (found != gpus.end()) chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace treering::sim::nccl
