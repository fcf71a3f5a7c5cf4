#include "hw/formats/nvidia_smi/groups.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::bad_input;
using core::Result;
using Groups = std::vector<std::size_t>;

bool is_known(const Cell& cell) {
  return cell.path != Path::NvLink && cell.path != Path::Self;
}

/// Puts every member of `b`'s group into that of `a`, under the smaller number.
void join(Groups& groups, std::size_t a, std::size_t b) {
  const std::size_t from = std::max(groups[a], groups[b]);
  const std::size_t to = std::min(groups[a], groups[b]);
  if (from != to) std::replace(groups.begin(), groups.end(), from, to);
}

/// Devices joined by paths up to `farthest`, directly or one through the other.
Groups joined_by(const Table& table, Path farthest) {
  Groups groups(table.devices.size());
  std::iota(groups.begin(), groups.end(), std::size_t{0});
  for (std::size_t row = 0; row < groups.size(); ++row) {
    for (std::size_t column = 0; column < row; ++column) {
      const Cell& cell = table.cell(row, column);
      if (is_known(cell) && cell.path <= farthest) join(groups, row, column);
    }
  }
  return groups;
}

/// Why two devices of a group ought to be as near as the others: one that is near both.
std::string reason(const Table& table, std::size_t a, std::size_t b, Path farthest) {
  const auto is_near = [&](std::size_t x, std::size_t y) {
    return is_known(table.cell(x, y)) && table.cell(x, y).path <= farthest;
  };
  for (std::size_t other = 0; other < table.devices.size(); ++other) {
    if (!is_near(a, other) || !is_near(b, other)) continue;
    return fmt::format("as {} is {} to {} and {} to {}", table.devices[other].name,
                       text_of(table.cell(other, a)), table.devices[a].name,
                       text_of(table.cell(other, b)), table.devices[b].name);
  }
  return "as others join the two";
}

/// Within a group no path is farther than what made it.
Result<void> check_nesting(const Table& table, const Groups& groups, Path farthest,
                           const std::string& path) {
  for (std::size_t row = 0; row < groups.size(); ++row) {
    for (std::size_t column = 0; column < row; ++column) {
      const Cell& cell = table.cell(row, column);
      if (groups[row] != groups[column] || !is_known(cell) || cell.path <= farthest) continue;
      return bad_input(smi_place(path, table.devices[row], table.devices[column]), text_of(cell),
                       fmt::format("expected {}{}, {}", text_of({farthest, 0}),
                                   farthest == Path::Pix ? "" : " or nearer",
                                   reason(table, row, column, farthest)));
    }
  }
  return {};
}

/// GPUs of one NUMA node have one affinity.
Result<void> check_affinity(const Table& table, const Groups& numa_node, const std::string& path) {
  std::vector<const TableDevice*> first(numa_node.size());
  for (std::size_t i = 0; i < numa_node.size(); ++i) {
    const TableDevice& device = table.devices[i];
    if (!device.is_gpu) continue;
    const TableDevice*& other = first[numa_node[i]];
    if (other == nullptr) other = &device;
    for (const auto affinity : {&TableDevice::numa_affinity, &TableDevice::cpu_affinity}) {
      const std::string& own = device.*affinity;
      const std::string& others = other->*affinity;
      if (own.empty() || others.empty() || own == others) continue;
      // Half a list, as a paste has it (topology.cpp notes it).
      const bool is_one_node =
          !device.numa_affinity.empty() && device.numa_affinity == other->numa_affinity;
      if (affinity == &TableDevice::cpu_affinity && is_one_node) continue;
      return bad_input(smi_place(path, device.line),
                       fmt::format("affinity {} of {}", own, device.name),
                       fmt::format("expected {} as of {}: the matrix puts both on one NUMA node",
                                   others, other->name));
    }
  }
  return {};
}

/// Whether no cell says that members of the two groups are on other NUMA nodes.
bool may_be_one(const Table& table, const Groups& groups, std::size_t a, std::size_t b) {
  for (std::size_t row = 0; row < groups.size(); ++row) {
    if (groups[row] != a) continue;
    for (std::size_t column = 0; column < groups.size(); ++column) {
      if (groups[column] == b && is_known(table.cell(row, column))) return false;
    }
  }
  return true;
}

/// Joins groups whose GPUs have the same affinity and are joined by NVLink only.
void join_by_affinity(const Table& table, Groups& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TableDevice& device = table.devices[i];
    for (std::size_t j = 0; j < i && device.is_gpu; ++j) {
      const TableDevice& other = table.devices[j];
      if (!other.is_gpu || groups[i] == groups[j]) continue;
      if (device.cpu_affinity != other.cpu_affinity) continue;
      if (device.numa_affinity != other.numa_affinity) continue;
      if (may_be_one(table, groups, groups[i], groups[j])) join(groups, i, j);
    }
  }
}

/// Joins groups whose GPUs name one NUMA node, also where a cell says SYS: NCCL goes by the node.
void join_by_numa_node(const Table& table, Groups& groups) {
  std::map<std::string_view, std::size_t> first;  // by the node's number
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TableDevice& device = table.devices[i];
    const auto nodes = parse_cpu_list(device.numa_affinity);
    if (!device.is_gpu || !nodes || nodes->size() != 1) continue;
    const auto [known, is_new] = first.emplace(device.numa_affinity, i);
    if (!is_new) join(groups, known->second, i);
  }
}

/// The group of adapters for which the text counts no NUMA node; all such adapters are joined to
/// one, as NCCL puts those whose place the kernel does not know on NUMA node -1.
std::optional<std::size_t> join_nowhere(const Table& table, Groups& groups) {
  std::set<std::size_t> with_gpus;
  std::set<std::size_t> others;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    (table.devices[i].is_gpu ? with_gpus : others).insert(groups[i]);
  }
  for (const std::size_t group : with_gpus) others.erase(group);
  const auto counted = static_cast<std::size_t>(std::max(table.numa_nodes, 0));
  if (counted == 0 || others.empty() || with_gpus.size() + others.size() <= counted) return {};
  const std::size_t first = *others.begin();
  for (const std::size_t group : others) std::replace(groups.begin(), groups.end(), group, first);
  return first;
}

}  // namespace

Result<DeviceGroups> group_smi_devices(const Table& table, const std::string& path) {
  DeviceGroups groups;
  struct Level {
    Path farthest;
    Groups& groups;
  };
  for (const Level& level :
       {Level{Path::Pix, groups.one_switch}, Level{Path::Pxb, groups.root_switch},
        Level{Path::Phb, groups.host_bridge}, Level{Path::Node, groups.numa_node}}) {
    level.groups = joined_by(table, level.farthest);
    if (auto done = check_nesting(table, level.groups, level.farthest, path); !done) {
      return core::fail(done.error());
    }
  }
  if (auto done = check_affinity(table, groups.numa_node, path); !done) {
    return core::fail(done.error());
  }
  join_by_affinity(table, groups.numa_node);
  join_by_numa_node(table, groups.numa_node);
  groups.nowhere = join_nowhere(table, groups.numa_node);
  return groups;
}

std::optional<int> numa_id_of(const Table& table, const DeviceGroups& groups, std::size_t group) {
  for (std::size_t i = 0; i < table.devices.size(); ++i) {
    if (groups.numa_node[i] != group) continue;
    const auto nodes = parse_cpu_list(table.devices[i].numa_affinity);
    if (nodes && nodes->size() == 1) return nodes->front();
  }
  return {};
}

namespace {

/// The devices before the i-th that are SYS apart from it in the matrix, on one NUMA node with it.
std::vector<std::string_view> apart_from(const Table& table, const DeviceGroups& groups,
                                         std::size_t i) {
  std::vector<std::string_view> others;
  if (groups.numa_node[i] == groups.nowhere) return others;
  for (std::size_t j = 0; j < i; ++j) {
    const bool is_apart =
        groups.numa_node[i] == groups.numa_node[j] && table.cell(i, j).path == Path::Sys;
    if (is_apart) others.push_back(table.devices[j].name);
  }
  return others;
}

}  // namespace

std::optional<core::Diagnostic> note_on_apart(const Table& table, const DeviceGroups& groups,
                                              const std::string& path) {
  std::vector<std::string> rows;
  std::size_t pairs = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < table.devices.size(); ++i) {
    const auto others = apart_from(table, groups, i);
    if (others.empty()) continue;
    if (rows.empty()) first = i;
    pairs += others.size();
    rows.push_back(fmt::format("{} from {}", table.devices[i].name, fmt::join(others, ", ")));
  }
  if (rows.empty()) return {};
  constexpr std::string_view kWhy = "NCCL goes by the NUMA node, so that they count as NODE apart";
  std::string text = fmt::format(
      "the matrix has SYS between {} pairs of devices near one NUMA node, {}: {}, and "
      "are shown so",
      pairs, fmt::join(rows, "; "), kWhy);
  if (pairs == 1) {
    text = fmt::format("{} is SYS apart from {}, though both are near NUMA node {}: {}",
                       table.devices[first].name, apart_from(table, groups, first).front(),
                       numa_id_of(table, groups, groups.numa_node[first]).value_or(-1), kWhy);
  }
  return core::Diagnostic{core::Severity::Note, smi_place(path, table.devices[first].line),
                          std::move(text)};
}

}  // namespace treering::hw::formats::nvidia_smi
