// Finds different names for the same devices: numbers, bus ids, names.
#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace {

using core::Device;

bool are_known(const MatchedMachines& machines, const Pair& pair, std::string_view field) {
  return is_known(machines.a.device(pair.a), {field}) &&
         is_known(machines.b.device(pair.b), {field});
}

void compare_numbers(const MatchedMachines& machines, Differences& differences) {
  std::vector<std::string> moved;
  std::vector<std::pair<int, int>> numbers;
  for (const Pair& pair : machines.gpus.pairs) {
    if (!are_known(machines, pair, "index")) continue;
    const int first = std::get<core::Gpu>(machines.a.device(pair.a).info).index;
    const int second = std::get<core::Gpu>(machines.b.device(pair.b).info).index;
    numbers.emplace_back(first, second);
    if (first != second) moved.push_back(fmt::format("{} of A is {} of B", first, second));
  }
  if (moved.empty()) return;
  std::ranges::sort(numbers);
  const bool is_same_order = std::ranges::is_sorted(numbers, {}, &std::pair<int, int>::second);
  differences.add(
      "gpu_numbers", is_same_order ? Weight::Harmless : Weight::Possible, "",
      fmt::format("GPU numbers differ{}: {}",
                  is_same_order ? " (same order)" : " (different order)", fmt::join(moved, ", ")),
      {});
}

void compare_bus_ids(const MatchedMachines& machines, Differences& differences) {
  std::vector<std::string> moved;
  for (const Matching* matching : {&machines.gpus, &machines.nics}) {
    for (const Pair& pair : matching->pairs) {
      const Device& first = machines.a.device(pair.a);
      const Device& second = machines.b.device(pair.b);
      if (!are_known(machines, pair, "pci/bus_id")) continue;
      if (!first.pci || !second.pci || first.pci->bus_id == second.pci->bus_id) continue;
      moved.push_back(
          fmt::format("{} {} and {}", first.name, first.pci->bus_id, second.pci->bus_id));
    }
  }
  if (moved.empty()) return;
  constexpr std::size_t kMostMoved = 4;
  const std::size_t more = moved.size() > kMostMoved ? moved.size() - kMostMoved : 0;
  moved.resize(moved.size() - more);
  differences.add("bus_ids", Weight::Harmless, "",
                  fmt::format("PCI addresses differ: {}{}", fmt::join(moved, ", "),
                              more == 0 ? "" : fmt::format(" and {} more", more)),
                  {});
}

void compare_port_names(const MatchedMachines& machines, Differences& differences) {
  for (const Pair& pair : machines.ports.pairs) {
    const Device& first = machines.a.device(pair.a);
    const Device& second = machines.b.device(pair.b);
    if (first.name != second.name && are_known(machines, pair, "name")) {
      differences.add("port_names", Weight::Possible, first.name,
                      fmt::format("is called {} in B", second.name), {});
    }
    const int a = std::get<core::NicPort>(first.info).index;
    const int b = std::get<core::NicPort>(second.info).index;
    if (a == b || !are_known(machines, pair, "index")) continue;
    differences.add("net_numbers", Weight::Possible, first.name,
                    fmt::format("is NET/{} in A, NET/{} in B", a, b), {});
  }
}

}  // namespace

void compare_names(const MatchedMachines& machines, Differences& differences) {
  compare_numbers(machines, differences);
  compare_port_names(machines, differences);
  compare_bus_ids(machines, differences);
}

}  // namespace treering::tuner::diff
