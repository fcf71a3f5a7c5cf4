#include "report/drawing/machine_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ranges>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/drawing/columns.h"
#include "report/drawing/device_boxes.h"
#include "report/drawing/link_lines.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {
namespace {

// The hosts of a machine that spans several, as boxes beside the one that is drawn in full.

struct OtherHosts {
  const core::Topology& node;
  std::vector<int> numbers;  // of all hosts
  int in_full = 0;           // the number of one
  const Unfolded& unfolded;
};

using core::DeviceId;
using core::DeviceKind;

constexpr double kFramePad = 14;
constexpr double kOtherWidth = 56;
constexpr double kOtherGap = 8;
// More boxes than that are wider than any screen.
constexpr std::size_t kMostHosts = 18;
constexpr double kChip = 19;  // a GPU in a host's box
constexpr std::size_t kMostChips = 8;

using ByHost = std::map<int, std::vector<DeviceId>>;

/// What a host has, as far as it hangs off its CPUs; what hangs off none is the first's.
ByHost devices_by_host(const core::Topology& node, int first) {
  ByHost devices;
  for (std::size_t i = 0; i < node.devices().size(); ++i) {
    const auto id = static_cast<DeviceId>(i);
    const DeviceKind kind = node.device(id).kind();
    if (kind == DeviceKind::NvSwitch || kind == DeviceKind::NetworkSwitch) continue;
    const DeviceId cpu = node.cpu_of(id);
    devices[cpu == core::kNoDevice ? first : std::get<core::Cpu>(node.device(cpu).info).host]
        .push_back(id);
  }
  return devices;
}

std::string gpu_count(std::size_t count) {
  return core::counted(count, "GPU");
}

class HostBoxes {
 public:
  explicit HostBoxes(const OtherHosts& hosts)
      : hosts_(hosts), devices_(devices_by_host(hosts.node, hosts.numbers.front())) {}

  std::vector<Landing> add(const Area& first, Picture& picture) {
    std::vector<Landing> landings;
    Area area{first.right() + kOtherGap, first.y, kOtherWidth, first.height};
    const std::size_t others = hosts_.numbers.size() - 1;
    const bool has_all = others <= kMostHosts || hosts_.unfolded.contains({FoldKind::Hosts});
    std::size_t shown = 0;
    std::vector<DeviceId> rest;
    for (const int host : hosts_.numbers) {
      if (host == hosts_.in_full) continue;
      const std::vector<DeviceId>& devices = devices_[host];
      if (++shown < kMostHosts || has_all) {
        const Fold fold{FoldKind::Host, host};
        landings.push_back(add_one(picture, area, {fmt::format("host {}", host), fold, devices}));
        area.x += kOtherWidth + kOtherGap;
      } else {
        rest.insert(rest.end(), devices.begin(), devices.end());
      }
    }
    if (!rest.empty()) {
      const std::string name = fmt::format("{} more", shown - kMostHosts + 1);
      landings.push_back(add_one(picture, area, {name, {FoldKind::Hosts}, std::move(rest)}));
    }
    return landings;
  }

 private:
  struct Host {
    std::string name;
    Fold fold;
    std::vector<DeviceId> devices;
  };

  Landing add_one(Picture& picture, const Area& area, Host host) const {
    std::vector<DeviceId> gpus;
    for (const DeviceId id : host.devices) {
      if (hosts_.node.device(id).kind() == DeviceKind::Gpu) gpus.push_back(id);
    }
    picture.boxes.push_back({.role = Role::Host,
                             .area = area,
                             .tip = fmt::format("{}: {}", host.name, gpu_count(gpus.size())),
                             .alike = std::move(host.devices),
                             .handle = Handle{host.fold}});
    picture.labels.push_back({{area.middle(), area.y + 17},
                              host.name,
                              10,
                              Anchor::Middle,
                              Tone::Strong,
                              {area.x, area.y + 4, area.width, 28}});
    picture.labels.push_back(
        {{area.middle(), area.y + 31}, gpu_count(gpus.size()), 9, Anchor::Middle, Tone::Muted});
    if (gpus.size() <= kMostChips) add_chips(picture, area, gpus);
    return {std::move(gpus), {area.middle(), area.bottom()}};
  }

  static void add_chips(Picture& picture, const Area& area, const std::vector<DeviceId>& gpus) {
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      const double x = area.middle() + (i % 2 == 0 ? -kChip - 2 : 2);
      const std::size_t rows_below = (gpus.size() + 1) / 2 - i / 2;
      const double y = area.bottom() - 12 - static_cast<double>(rows_below) * (kChip + 4);
      picture.boxes.push_back({Role::Gpu, {x, y, kChip, kChip}, {}, gpus[i]});
    }
  }

  const OtherHosts& hosts_;
  ByHost devices_;
};

/// Of the host in full: back to the first, or to fewer hosts.
std::optional<Handle> handle_of(const OtherHosts& hosts) {
  for (const Fold fold : {Fold{FoldKind::Host, hosts.in_full}, Fold{FoldKind::Hosts}}) {
    const bool is_one_of_many =
        fold.kind == FoldKind::Host || hosts.numbers.size() - 1 > kMostHosts;
    if (is_one_of_many && hosts.unfolded.contains(fold)) return Handle{fold, true};
  }
  return {};
}

/// Frames what is drawn as the host in full, and adds the others to its right. Where their lines to
/// NVSwitches begin.
std::vector<Landing> add_other_hosts(const OtherHosts& hosts, Picture& picture) {
  const Area first{0, 0, picture.width, picture.height + kFramePad};
  picture.boxes.push_back(
      {.role = Role::Host, .area = first, .tip = {}, .handle = handle_of(hosts)});
  picture.labels.push_back(
      {{kFramePad, 18}, fmt::format("host {}", hosts.in_full), 11, Anchor::Start, Tone::Strong});
  picture.height = first.height;
  return HostBoxes(hosts).add(first, picture);
}

using core::DeviceId;
using core::DeviceKind;
using core::Topology;

constexpr double kHostPad = 14;
constexpr double kHostHead = 24;

/// Roots of the PCI trees by host; what hangs off no CPU is of the first.
using Hosts = std::map<int, std::vector<DeviceId>>;

Hosts hosts_of(const Topology& node) {
  Hosts hosts;
  for (std::size_t i = 0; i < node.devices().size(); ++i) {
    const auto id = static_cast<DeviceId>(i);
    const auto* cpu = std::get_if<core::Cpu>(&node.device(id).info);
    const DeviceKind kind = node.device(id).kind();
    const bool is_above_all = node.parent_of(id) == core::kNoDevice &&
                              kind != DeviceKind::NvSwitch && kind != DeviceKind::NetworkSwitch;
    if (is_above_all) hosts[cpu == nullptr ? 0 : cpu->host].push_back(id);
  }
  // As lstopo has them: by NUMA node.
  for (auto& [host, roots] : hosts) {
    std::ranges::stable_sort(roots, {}, [&](DeviceId id) {
      const auto* cpu = std::get_if<core::Cpu>(&node.device(id).info);
      return cpu == nullptr ? core::kMaxDevices : cpu->numa_id;
    });
  }
  return hosts;
}

/// The one in full: it is unfolded, or the first.
int host_in_full(const Hosts& hosts, const Unfolded& unfolded) {
  for (const Fold& fold : unfolded) {
    if (fold.kind == FoldKind::Host && hosts.contains(fold.of)) return fold.of;
  }
  return hosts.begin()->first;
}

/// Switches of a network that are part of the machine's file, below everything.
double add_network_switches(const Topology& node, const std::vector<Bundle>& bundles,
                            const Columns& columns, Picture& picture) {
  const auto switches = node.of_kind(DeviceKind::NetworkSwitch);
  double bottom = picture.height;
  if (switches.empty()) return bottom;
  constexpr double kWidth = 110;
  const double top = bottom + 50;
  std::map<DeviceId, Area> areas;
  for (std::size_t i = 0; i < switches.size(); ++i) {
    const Area area{static_cast<double>(i) * (kWidth + 10), top, kWidth, 42};
    areas[switches[i]] = area;
    picture.width = std::max(picture.width, area.right());
    bottom = area.bottom();
    const core::Device& device = node.device(switches[i]);
    add_box(picture, {Role::Network, area, tip_of(device)}, device.name, {});
  }
  for (const Bundle& bundle : bundles) {
    const bool is_up = areas.contains(bundle.to);
    const DeviceId below = is_up ? bundle.from : bundle.to;
    const auto area = areas.find(is_up ? bundle.to : bundle.from);
    if (area == areas.end() || !columns.has(below)) continue;
    const Area& end = columns.of(below).area;
    picture.lines.push_back(
        line_of(node, bundle, {{end.middle(), end.bottom()}, {area->second.middle(), top}}));
  }
  return bottom;
}

Columns shifted(Columns columns, Point by) {
  for (Placed& place : columns.places) {
    place.area.x += by.x;
    place.area.y += by.y;
  }
  columns.gpu_bottom += by.y;
  columns.bottom += by.y;
  return columns;
}

Picture shifted(const Picture& picture, Point by) {
  Picture result;
  place(picture, by, result);
  return result;
}

std::vector<Landing> landings_of(const Topology& node, const Columns& columns) {
  std::vector<Landing> landings;
  for (const DeviceId id : node.of_kind(DeviceKind::Gpu)) {
    if (!columns.has(id)) continue;
    const Area& area = columns.of(id).area;
    landings.push_back({{id}, {area.middle(), area.bottom()}});
  }
  return landings;
}

}  // namespace

std::string parts_of(const Topology& node) {
  constexpr std::array<std::pair<DeviceKind, std::string_view>, 7> kKinds{{
      {DeviceKind::Gpu, "GPU"},
      {DeviceKind::NvSwitch, "NVSwitch"},
      {DeviceKind::Cpu, "CPU"},
      {DeviceKind::PciSwitch, "PCIe switch"},
      {DeviceKind::Nic, "NIC"},
      {DeviceKind::NicPort, "NIC port"},
      {DeviceKind::NetworkSwitch, "network switch"},
  }};
  std::vector<std::string> parts;
  for (const auto& [kind, name] : kKinds) {
    const std::size_t count = node.of_kind(kind).size();
    const bool is_hissing = name.ends_with("ch");
    if (count > 0) {
      parts.push_back(fmt::format("{} {}{}", count, name,
                                  count == 1   ? ""
                                  : is_hissing ? "es"
                                               : "s"));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

Picture machine_picture(const Topology& node, std::optional<core::LinkKind> network,
                        const Unfolded& unfolded) {
  const Hosts hosts = hosts_of(node);
  if (hosts.empty()) return {};
  const std::vector<Bundle> bundles = bundles_of(node);
  const int in_full = host_in_full(hosts, unfolded);
  Columns columns = lay_columns(node, hosts.at(in_full), unfolded);
  Picture picture;  // at first only what rises above the CPUs
  const double above = add_cpu_links(node, bundles, columns, picture);
  const bool has_others = hosts.size() > 1;
  const Point corner = has_others ? Point{kHostPad, kHostHead + kHostPad + above} : Point{0, above};
  picture = shifted(picture, corner);
  columns = shifted(std::move(columns), corner);
  add_links_down(node, bundles, columns, picture);
  add_ports(node, columns, network, picture);
  add_devices(node, columns, passing_points(node, bundles, columns), picture);
  picture.width = columns.width + 2 * corner.x;
  picture.height = add_brackets(node, bundles, columns, picture);
  std::vector<Landing> landings = landings_of(node, columns);
  if (has_others) {
    const auto numbers = std::views::keys(hosts);
    const auto others =
        add_other_hosts({node, {numbers.begin(), numbers.end()}, in_full, unfolded}, picture);
    landings.insert(landings.end(), others.begin(), others.end());
  }
  picture.height = add_switches({node, bundles, std::move(landings), picture.height}, picture);
  picture.height = add_network_switches(node, bundles, columns, picture);
  for (const Box& box : picture.boxes) picture.width = std::max(picture.width, box.area.right());
  return picture;
}

}  // namespace treering::report::drawing
