#include "sim/smi_matrix.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::sim {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Topology;

/// The device and all devices above it.
std::vector<DeviceId> line_up(const Topology& node, DeviceId device) {
  std::vector<DeviceId> line;
  for (DeviceId at = device; at != core::kNoDevice; at = node.parent_of(at)) line.push_back(at);
  return line;
}

/// Whether all PCIe slots of this CPU are on one host bridge; see the top of smi_matrix.h.
bool has_one_host_bridge(const core::Cpu& cpu) {
  constexpr int kIntelFamily = 6;
  constexpr int kSkylakeServer = 0x55;  // Intel SDM volume 4, table 2-1
  if (cpu.numa_id < 0) return true;
  return cpu.vendor == "GenuineIntel" && cpu.family == kIntelFamily &&
         cpu.model.value_or(kSkylakeServer) < kSkylakeServer;
}

/// The host bridge of the device before `end` in `line`, which leads up to the CPU at `end`.
std::optional<int> host_bridge_below(const Topology& node, const std::vector<DeviceId>& line,
                                     std::vector<DeviceId>::const_iterator end) {
  if (end == line.begin()) return {};
  const auto& pci = node.device(*std::prev(end)).pci;
  return pci ? pci->host_bridge : std::nullopt;
}

/// The class of the PCIe path between two devices.
SmiLink pcie_class(const Topology& node, DeviceId a, DeviceId b) {
  const auto above_a = line_up(node, a);
  const auto above_b = line_up(node, b);
  const auto meet =
      std::find_first_of(above_a.begin(), above_a.end(), above_b.begin(), above_b.end());
  if (meet == above_a.end()) return SmiLink::Sys;
  if (const auto* cpu = std::get_if<core::Cpu>(&node.device(*meet).info)) {
    const auto end_b = std::find(above_b.begin(), above_b.end(), *meet);
    const auto a_bridge = host_bridge_below(node, above_a, meet);
    const auto b_bridge = host_bridge_below(node, above_b, end_b);
    const bool is_one = a_bridge && b_bridge ? a_bridge == b_bridge : has_one_host_bridge(*cpu);
    return is_one ? SmiLink::Phb : SmiLink::Node;
  }
  const auto is_switch = [&](DeviceId id) {
    return node.device(id).kind() == DeviceKind::PciSwitch;
  };
  const auto up = std::count_if(above_a.begin(), meet, is_switch);
  const auto down =
      std::count_if(above_b.begin(), std::find(above_b.begin(), above_b.end(), *meet), is_switch);
  const auto crossed = up + down + (is_switch(*meet) ? 1 : 0);
  return crossed <= 1 ? SmiLink::Pix : SmiLink::Pxb;
}

/// The number of NVLinks from each device: to all NVSwitches together, and to each GPU.
struct NvLinks {
  std::vector<int> to_switch;               // by device
  std::vector<std::vector<int>> to_device;  // by row of the matrix, then device

  NvLinks(const Topology& node, const std::vector<SmiRow>& rows)
      : to_switch(node.devices().size()) {
    std::vector<std::size_t> row_of(node.devices().size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      row_of[static_cast<std::size_t>(rows[i].device)] = i;
      to_device.emplace_back(node.devices().size());
    }
    for (const core::Link& link : node.links()) {
      const auto from = static_cast<std::size_t>(link.from);
      const auto to = static_cast<std::size_t>(link.to);
      if (link.kind != core::LinkKind::NvLink || row_of[from] == rows.size()) continue;
      if (node.device(link.to).kind() == DeviceKind::NvSwitch) to_switch[from] += link.count;
      if (node.device(link.to).kind() == DeviceKind::Gpu) to_device[row_of[from]][to] += link.count;
    }
  }
};

int gpu_index(const Topology& node, DeviceId id) {
  return std::get<core::Gpu>(node.device(id).info).index;
}

void fill_affinity(const Topology& node, SmiRow& row) {
  const DeviceId cpu_id = node.cpu_of(row.device);
  if (cpu_id == core::kNoDevice) return;
  const auto& cpu = std::get<core::Cpu>(node.device(cpu_id).info);
  row.cpu_affinity = cpu_list(cpu.affinity);
  if (cpu.numa_id >= 0) row.numa_affinity = fmt::format("{}", cpu.numa_id);
}

std::vector<SmiRow> rows_of(const Topology& node) {
  std::vector<SmiRow> rows;
  std::vector<DeviceId> gpus = node.of_kind(DeviceKind::Gpu);
  std::stable_sort(gpus.begin(), gpus.end(),
                   [&](DeviceId a, DeviceId b) { return gpu_index(node, a) < gpu_index(node, b); });
  for (const DeviceId id : gpus) {
    rows.push_back({fmt::format("GPU{}", gpu_index(node, id)), id, "", ""});
    fill_affinity(node, rows.back());
  }
  int nics = 0;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    rows.push_back({fmt::format("NIC{}", nics++), id, "", ""});
  }
  return rows;
}

/// The CPUs of a cpumap, ascending; nothing when it holds anything but hex words.
std::optional<std::vector<int>> cpus_in(std::string_view cpumap) {
  std::vector<int> cpus;
  int bit = 0;
  for (auto c = cpumap.rbegin(); c != cpumap.rend(); ++c) {
    if (*c == ',') continue;
    if (!core::is_hex_digit(*c)) return std::nullopt;
    for (int i = 0; i < 4; ++i) {
      if ((core::hex_value(*c) & (1U << i)) != 0) cpus.push_back(bit + i);
    }
    bit += 4;
  }
  return cpus;
}

}  // namespace

std::string text_of(const SmiCell& cell) {
  switch (cell.link) {
    case SmiLink::Self:
      return "X";
    case SmiLink::NvLink:
      return fmt::format("NV{}", cell.nvlinks);
    case SmiLink::Pix:
      return "PIX";
    case SmiLink::Pxb:
      return "PXB";
    case SmiLink::Phb:
      return "PHB";
    case SmiLink::Node:
      return "NODE";
    case SmiLink::Sys:
      return "SYS";
  }
  return "";
}

SmiMatrix smi_matrix(const Topology& node) {
  SmiMatrix matrix;
  matrix.rows = rows_of(node);
  const NvLinks nvlinks(node, matrix.rows);
  const auto cell_of = [&](std::size_t row, std::size_t column) -> SmiCell {
    const DeviceId a = matrix.rows[row].device;
    const DeviceId b = matrix.rows[column].device;
    if (a == b) return {SmiLink::Self, 0};
    const int direct = nvlinks.to_device[row][static_cast<std::size_t>(b)];
    const int switched = std::min(nvlinks.to_switch[static_cast<std::size_t>(a)],
                                  nvlinks.to_switch[static_cast<std::size_t>(b)]);
    if (direct + switched > 0) return {SmiLink::NvLink, direct + switched};
    return {pcie_class(node, a, b), 0};
  };
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
    for (std::size_t column = 0; column < matrix.rows.size(); ++column) {
      matrix.cells.push_back(cell_of(row, column));
    }
  }
  return matrix;
}

std::string cpu_list(std::string_view cpumap) {
  const auto cpus = cpus_in(cpumap);
  if (!cpus) return "";
  std::string text;
  for (std::size_t i = 0; i < cpus->size();) {
    std::size_t last = i;
    while (last + 1 < cpus->size() && (*cpus)[last + 1] == (*cpus)[last] + 1) ++last;
    if (!text.empty()) text += ',';
    text += fmt::format("{}", (*cpus)[i]);
    if (last > i) text += fmt::format("-{}", (*cpus)[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace treering::sim
