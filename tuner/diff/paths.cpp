// Compares the NUMA nodes of matched devices, and the paths between them.
#include <map>

#include <fmt/format.h>

#include "sim/smi_matrix.h"
#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace {

using core::DeviceId;
using core::Topology;

/// More devices take too long and give too many lines.
constexpr std::size_t kMostRows = 256;

std::string numa_text(const Topology& node, DeviceId id) {
  const DeviceId cpu = node.cpu_of(id);
  if (cpu == core::kNoDevice) return "no NUMA node";
  const int numa = std::get<core::Cpu>(node.device(cpu).info).numa_id;
  return numa < 0 ? "an unknown NUMA node" : fmt::format("NUMA node {}", numa);
}

void compare_numa(const MatchedMachines& machines, const Matching& matching,
                  Differences& differences) {
  for (const Pair& pair : matching.pairs) {
    const std::string first = numa_text(machines.a, pair.a);
    const std::string second = numa_text(machines.b, pair.b);
    if (first == second) continue;
    differences.add("numa_node", Weight::Heavy, machines.a.device(pair.a).name,
                    fmt::format("at {} in A, at {} in B", first, second),
                    {"", "at " + first, "at " + second});
  }
}

using Rows = std::map<DeviceId, std::size_t>;

Rows rows_of(const sim::SmiMatrix& matrix) {
  Rows rows;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) rows[matrix.rows[i].device] = i;
  return rows;
}

/// GPUs and ports on the same NUMA node in both machines; the others are reported already.
std::vector<Pair> ends_of(const MatchedMachines& machines) {
  std::vector<Pair> ends = machines.gpus.pairs;
  ends.insert(ends.end(), machines.ports.pairs.begin(), machines.ports.pairs.end());
  std::erase_if(ends, [&](const Pair& pair) {
    return numa_text(machines.a, pair.a) != numa_text(machines.b, pair.b);
  });
  return ends;
}

}  // namespace

void compare_paths(const MatchedMachines& machines, Differences& differences) {
  if (!machines.are_places_known()) {
    if (machines.are_places_known_a == machines.are_places_known_b) return;
    return differences.add("places", Weight::Unknown, "",
                           fmt::format("which devices are near which CPU is unknown in {}",
                                       machines.are_places_known_a ? "B" : "A"),
                           {});
  }
  compare_numa(machines, machines.gpus, differences);
  compare_numa(machines, machines.nics, differences);
  const std::vector<Pair> ends = ends_of(machines);
  if (ends.size() > kMostRows) return;
  const sim::SmiMatrix a = sim::smi_matrix(machines.a);
  const sim::SmiMatrix b = sim::smi_matrix(machines.b);
  const bool is_said = differences.has("nvlinks");  // of each GPU: no word for each pair
  const Rows rows_a = rows_of(a);
  const Rows rows_b = rows_of(b);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = i + 1; j < ends.size(); ++j) {
      const auto& first = a.cell(rows_a.at(ends[i].a), rows_a.at(ends[j].a));
      const auto& second = b.cell(rows_b.at(ends[i].b), rows_b.at(ends[j].b));
      if (first == second) continue;
      const auto is_nvlink = [](const auto& cell) { return cell.link == sim::SmiLink::NvLink; };
      if (is_nvlink(first) && is_nvlink(second) && is_said) continue;
      const bool has_nvlink = is_nvlink(first) || is_nvlink(second);
      if (has_nvlink && !machines.are_nvlinks_known()) continue;  // compare_links remarks it
      differences.add(
          "path", Weight::Heavy,
          machines.a.device(ends[i].a).name + " to " + machines.a.device(ends[j].a).name,
          Values{"", text_of(first), text_of(second)});
    }
  }
}

}  // namespace treering::tuner::diff
