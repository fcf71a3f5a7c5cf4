#include "sim/nccl/system/system.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/topology/gpu_numbers.h"

namespace treering::sim::nccl::system {

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

std::vector<core::DeviceId> local_ranks(const core::Topology& topology, const job::JobSpec& job) {
  std::vector<core::DeviceId> gpus = topology.of_kind(core::DeviceKind::Gpu);
  const std::vector<int> numbers = core::gpu_numbers(topology);
  const auto place_of = [&](core::DeviceId id) {
    const int number = numbers[static_cast<std::size_t>(id)];
    if (job.devices.empty()) return number;
    return static_cast<int>(std::ranges::find(job.devices, number) - job.devices.begin());
  };
  std::erase_if(gpus, [&](core::DeviceId id) {
    return !job.devices.empty() && place_of(id) == std::ssize(job.devices);
  });
  std::ranges::stable_sort(gpus, {}, [&](core::DeviceId id) {
    return std::pair(core::host_of(topology, id), place_of(id));
  });
  return gpus;
}

}  // namespace treering::sim::nccl::system
