#include "core/topology/gpu_numbers.h"

#include <algorithm>
#include <map>

namespace treering::core {

int host_of(const Topology& node, DeviceId id) {
  const DeviceId cpu = node.cpu_of(id);
  return cpu == kNoDevice ? 0 : std::get<Cpu>(node.device(cpu).info).host;
}

std::vector<int> gpu_numbers(const Topology& node) {
  const auto index_of = [&](DeviceId id) { return std::get<Gpu>(node.device(id).info).index; };
  const std::vector<DeviceId> gpus = node.of_kind(DeviceKind::Gpu);
  std::map<int, int> counts;  // by host: one more than its highest index
  for (const DeviceId gpu : gpus) {
    int& count = counts[host_of(node, gpu)];
    count = std::max(count, index_of(gpu) + 1);
  }
  std::map<int, int> starts;
  int next = 0;
  for (const auto& [host, count] : counts) {
    starts[host] = next;
    next += count;
  }
  std::vector<int> numbers(node.devices().size(), -1);
  for (const DeviceId gpu : gpus) {
    numbers[static_cast<std::size_t>(gpu)] = starts[host_of(node, gpu)] + index_of(gpu);
  }
  return numbers;
}

std::vector<int> sorted_gpu_numbers(const Topology& node) {
  std::vector<int> numbers = gpu_numbers(node);
  std::erase(numbers, -1);
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace treering::core
