#include "report/drawing/device_boxes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/catalogue/cpus.h"
#include "report/drawing/columns.h"
#include "report/drawing/text_width.h"
#include "report/machine_names.h"
#include "sim/smi_matrix.h"

namespace treering::report::drawing {

namespace {

/// What people call the fields of core::Device::assumed.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kWords{{
    {"arch", "CPU architecture"},
    {"compute_capability", "compute capability"},
    {"extra/model", "model"},
    {"family", "CPU family"},
    {"gpu_direct_rdma", "GPUDirect RDMA"},
    {"index", "number"},
    {"nic", "adapter"},
    {"numa_id", "NUMA node"},
    {"pci/bus_id", "PCI address"},
    {"pci/class", "PCI class"},
    {"pci/link_speed", "PCIe speed"},
    {"pci/link_width", "PCIe lanes"},
    {"speed_mbps", "rate"},
}};

std::string_view word_of(std::string_view field) {
  const auto found = std::ranges::find(kWords, field, &decltype(kWords)::value_type::first);
  return found == kWords.end() ? field : found->second;
}

}  // namespace

std::string text_of(const core::Origin& origin) {
  const std::string_view kind = core::name_of(origin.kind);
  return origin.source.empty() ? std::string(kind) : fmt::format("{}: {}", kind, origin.source);
}

std::string origin_text(const core::Device& device) {
  if (device.assumed.empty()) return "as the topology's file has it";
  std::vector<std::string_view> words;
  for (const std::string& field : device.assumed) words.push_back(word_of(field));
  return fmt::format("assumed, because the source lacks it: {}", fmt::join(words, ", "));
}

namespace {

using core::Device;
using core::DeviceId;
using core::DeviceKind;

constexpr double kNameSize = 11;
constexpr double kDetailSize = kLeastText;
constexpr double kNameLine = 13;
constexpr double kDetailLine = 11.5;
constexpr double kInset = 4;
constexpr double kClear = 6;  // beside a link that passes over a box

Role role_of(DeviceKind kind) {
  // In the order of the kinds.
  constexpr std::array kRoles{Role::Cpu, Role::PciSwitch, Role::Gpu,    Role::NvSwitch,
                              Role::Nic, Role::NicPort,   Role::Network};
  return kRoles.at(static_cast<std::size_t>(kind));
}

/// The lines below the name in the box.
struct Details {
  using Lines = std::vector<std::string>;

  Lines operator()(const core::Cpu& cpu) const {
    const std::string cores = sim::cpu_list(cpu.affinity);
    std::string first = cpu.numa_id < 0 ? "" : fmt::format("NUMA node {}", cpu.numa_id);
    if (!cores.empty()) first += fmt::format("{}CPUs {}", first.empty() ? "" : ", ", cores);
    Lines lines;
    if (!first.empty()) lines.push_back(std::move(first));
    if (std::string model = hw::catalogue::cpu_name(cpu); !model.empty())
      lines.push_back(std::move(model));
    return lines;
  }
  Lines operator()(const core::Gpu& gpu) const {
    if (gpu.compute_capability == 0) return address();
    // In a box there is no room for more than the architecture.
    const std::string name = gpu_name(device);
    Lines lines{name.substr(0, name.find(" (compute capability"))};
    std::ranges::move(address(), std::back_inserter(lines));
    return lines;
  }
  Lines operator()(const core::NicPort& port) const {
    return {fmt::format("NET/{}", port.index), port_bandwidth(port.speed_mbps)};
  }
  template <class Other>
  Lines operator()(const Other& /*info*/) const {
    return address();
  }
  Lines address() const {
    const std::string bus_id = own_address(device);
    return bus_id.empty() ? Lines{} : Lines{bus_id};
  }

  const Device& device;
};

/// "x 63" in place of details, where a box stands for several.
std::vector<std::string> details_of(const core::Topology& node, const Placed& place) {
  const Device& device = node.device(place.device);
  if (place.folded.empty()) return std::visit(Details{device}, device.info);
  return {fmt::format("and {} like it,", place.folded.size()),
          fmt::format("to {}", node.device(place.folded.back()).name)};
}

/// Names of several words may take two lines where there is room.
std::size_t most_name_lines(const Area& area, std::size_t details) {
  const double room = area.height - static_cast<double>(details) * kDetailLine;
  return room >= 2 * kNameLine + 2 ? 2 : 1;
}

double height_of(std::size_t names, std::size_t details) {
  return static_cast<double>(names) * kNameLine + static_cast<double>(details) * kDetailLine;
}

/// The widest part of a box between links that pass over it.
Area free_part(const Area& box, const std::vector<Point>& passing) {
  std::vector<double> edges{box.x, box.right()};
  for (const Point& point : passing) {
    if (point.x > box.x && point.x < box.right() && point.y > box.bottom())
      edges.push_back(point.x);
  }
  std::ranges::sort(edges);
  Area widest{box.x, box.y, 0, box.height};
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const double width = edges[i] - edges[i - 1];
    // By more than rounding, so that equal parts give the first.
    if (width > widest.width + 1) widest = {edges[i - 1], box.y, width, box.height};
  }
  if (edges.size() > 2) widest = {widest.x + kClear, box.y, widest.width - 2 * kClear, box.height};
  return widest;
}

}  // namespace

std::string tip_of(const Device& device) {
  std::vector<std::string> parts;
  if (const auto* cpu = std::get_if<core::Cpu>(&device.info)) {
    parts = Details{device}(*cpu);
  } else if (device.kind() == DeviceKind::Gpu) {
    parts.push_back(gpu_name(device));
  } else if (const auto* port = std::get_if<core::NicPort>(&device.info)) {
    parts = {fmt::format("NET/{}", port->index), port_rate(port->speed_mbps)};
    if (port->gpu_direct_rdma) parts.emplace_back("GPUDirect RDMA");
  }
  if (std::string bus_id = own_address(device); !bus_id.empty()) parts.push_back(std::move(bus_id));
  return parts.empty() ? device.name : fmt::format("{}: {}", device.name, fmt::join(parts, ", "));
}

bool has_room(const Area& area, const std::string& detail) {
  return text_width(detail, kDetailSize) <= area.width - 2 * kInset;
}

void add_caption(Picture& picture, const Caption& caption) {
  const Area& area = caption.area;
  const double room = area.width - 2 * kInset;
  std::size_t shown = caption.details.size();
  while (shown > 0 && height_of(1, shown) > area.height - 2) --shown;
  const bool is_long = text_width(caption.name, kNameSize) > room;
  const bool has_words = caption.name.find_first_of(" +") != std::string::npos;
  // The name is worth more than a detail.
  if (is_long && has_words && shown > 0 && most_name_lines(area, shown) == 1) --shown;
  const auto names = is_long && !has_words
                         ? std::vector{fitted_ends(caption.name, room, kNameSize)}
                         : in_lines(caption.name, room, kNameSize, most_name_lines(area, shown));
  double y = area.y + (area.height - height_of(names.size(), shown)) / 2;
  for (const std::string& line : names) {
    y += kNameLine;
    picture.labels.push_back(
        {{area.middle(), y - 3}, line, kNameSize, Anchor::Middle, Tone::Strong, area});
  }
  for (std::size_t i = 0; i < shown; ++i) {
    y += kDetailLine;
    picture.labels.push_back({{area.middle(), y - 3},
                              fitted_model(caption.details[i], room, kDetailSize),
                              kDetailSize,
                              Anchor::Middle,
                              Tone::Muted});
  }
}

void add_box(Picture& picture, const Box& box, const std::string& name,
             const std::vector<std::string>& details) {
  picture.boxes.push_back(box);
  add_caption(picture, {name, details, box.area});
}

void add_devices(const core::Topology& node, const Columns& columns,
                 const std::vector<Point>& passing, Picture& picture) {
  for (const Placed& place : columns.places) {
    if (place.area.width == 0) continue;
    const Device& device = node.device(place.device);
    picture.boxes.push_back({.role = role_of(device.kind()),
                             .area = place.area,
                             .tip = tip_of(device),
                             .device = place.device,
                             .origin = origin_text(device),
                             .alike = place.folded,
                             .handle = place.handle});
    const bool is_below = device.kind() != DeviceKind::PciSwitch;
    add_caption(picture, {device.name, details_of(node, place),
                          is_below ? place.area : free_part(place.area, passing)});
  }
}

}  // namespace treering::report::drawing
