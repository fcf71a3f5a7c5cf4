#include "report/drawing/link_lines.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/topology/names.h"
#include "hw/catalogue/links.h"
#include "report/drawing/columns.h"
#include "report/drawing/device_boxes.h"

namespace treering::report::drawing {

namespace {

bool overlap(const Span& a, const Span& b) {
  return a.left < b.right && b.left < a.right;
}

}  // namespace

std::vector<int> lanes_of(const std::vector<Span>& spans) {
  std::vector<std::size_t> order(spans.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return spans[i].right - spans[i].left; });
  std::vector<int> lanes(spans.size(), -1);
  std::vector<std::vector<std::size_t>> used;
  for (const std::size_t i : order) {
    const auto is_free = [&](const std::vector<std::size_t>& lane) {
      return std::ranges::none_of(
          lane, [&](std::size_t other) { return overlap(spans[i], spans[other]); });
    };
    // Below all that it overlaps, so that a long span goes around the short ones under it.
    std::size_t lane = used.size();
    while (lane > 0 && is_free(used[lane - 1])) --lane;
    if (lane == used.size()) used.emplace_back();
    used[lane].push_back(i);
    lanes[i] = static_cast<int>(lane);
  }
  return lanes;
}

namespace {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;

constexpr double kPlateAbove = 21;  // of a device: the middle of its link's plate
constexpr double kLowPlate = 13;    // where there are two links beside each other
constexpr double kHighPlate = 29;
constexpr double kBeside = 22;  // links beside the middle of a box
constexpr double kLanePitch = 20;
// Lanes for links between CPUs that are no neighbours. More are a thicket: one bar stands for all.
constexpr std::size_t kMostLanes = 6;

/// Drawn is what the tree has as well, so that a device with two ways up has both.
bool is_in_tree(const core::Topology& node, const Bundle& bundle) {
  return bundle.kind == LinkKind::Pcie && node.parent_of(bundle.from) == bundle.to;
}

/// The GPU of a link between a CPU and a GPU below it, beside PCIe; kNoDevice for others.
DeviceId gpu_below_cpu(const core::Topology& node, const Bundle& bundle) {
  if (bundle.kind == LinkKind::Pcie) return core::kNoDevice;
  const auto is = [&](DeviceId id, DeviceKind kind) { return node.device(id).kind() == kind; };
  if (is(bundle.from, DeviceKind::Gpu) && node.cpu_of(bundle.from) == bundle.to) return bundle.from;
  if (is(bundle.to, DeviceKind::Gpu) && node.cpu_of(bundle.to) == bundle.from) return bundle.to;
  return core::kNoDevice;
}

void add_pcie_links(const core::Topology& node, const std::vector<Bundle>& bundles,
                    const Columns& columns, Picture& picture) {
  std::vector<bool> has_other(node.devices().size(), false);
  for (const Bundle& bundle : bundles) {
    const DeviceId gpu = gpu_below_cpu(node, bundle);
    if (gpu != core::kNoDevice) has_other[static_cast<std::size_t>(gpu)] = true;
  }
  for (const Bundle& bundle : bundles) {
    if (!is_in_tree(node, bundle) || !columns.has(bundle.from) || !columns.has(bundle.to)) continue;
    const Area& below = columns.of(bundle.from).area;
    const bool is_beside = has_other[static_cast<std::size_t>(bundle.from)];
    const double x = below.middle() + (is_beside ? kBeside : 0);
    const double top = columns.of(bundle.to).area.bottom();
    picture.lines.push_back(line_of(node, bundle, {{x, top}, {x, below.y}}));
    add_plate(picture, {x, below.y - (is_beside ? kLowPlate : kPlateAbove)}, rate_of(bundle));
  }
}

void add_cpu_gpu_links(const core::Topology& node, const std::vector<Bundle>& bundles,
                       const Columns& columns, Picture& picture) {
  for (const Bundle& bundle : bundles) {
    const DeviceId gpu = gpu_below_cpu(node, bundle);
    if (!columns.has(gpu)) continue;
    const DeviceId cpu = node.cpu_of(gpu);
    const Area& below = columns.of(gpu).area;
    const bool is_passing = node.parent_of(gpu) != cpu;
    const double x = is_passing ? below.x + kPassingLane : below.middle() - kBeside;
    picture.lines.push_back(
        line_of(node, bundle, {{x, columns.of(cpu).area.bottom()}, {x, below.y}}));
    picture.lines.back().is_over = is_passing;
    const double plate = std::max(x, below.x + 25);
    add_plate(picture, {plate, below.y - kHighPlate}, rate_of(bundle));
  }
}

/// The network that an adapter's PCI class names (PCI Code and ID Assignment Specification:
/// 0x0200 is Ethernet, 0x0207 InfiniBand).
std::optional<LinkKind> network_of(const core::Device& nic) {
  if (!nic.pci) return std::nullopt;
  if (nic.pci->class_code.starts_with("0x0207")) return LinkKind::InfiniBand;
  if (nic.pci->class_code.starts_with("0x0200")) return LinkKind::Ethernet;
  return std::nullopt;
}

/// It has no kind of its own: verbs call it InfiniBand, and NCCL takes it by PSM or sockets.
bool is_omni_path(const core::Topology& node, DeviceId port, DeviceId nic) {
  const auto& pci = node.device(nic).pci;
  return node.device(port).name.starts_with("hfi1_") ||
         (pci && pci->class_code.starts_with("0x0208"));
}

/// Positions of the roots, by device.
std::map<DeviceId, std::size_t> order_of(const Columns& columns) {
  std::map<DeviceId, std::size_t> order;
  for (std::size_t i = 0; i < columns.roots.size(); ++i) order[columns.roots[i]] = i;
  return order;
}

void add_straight(const core::Topology& node, const Bundle& bundle, const Columns& columns,
                  Picture& picture) {
  const Area* left = &columns.of(bundle.from).area;
  const Area* right = &columns.of(bundle.to).area;
  if (left->x > right->x) std::swap(left, right);
  const double y = left->y + left->height / 2;
  picture.lines.push_back(line_of(node, bundle, {{left->right(), y}, {right->x, y}}));
  // Above the line: it is too short to be seen beside the plate, where a picture is small.
  const double up = kPlateHeight / 2 + picture.lines.back().width / 2 + 1;
  add_plate(picture, {(left->right() + right->x) / 2, y - up}, rate_of(bundle));
}

double add_lanes(const core::Topology& node, const std::vector<Bundle>& bundles,
                 const Columns& columns, Picture& picture) {
  std::vector<Span> spans;
  for (const Bundle& bundle : bundles) {
    const double from = columns.of(bundle.from).area.middle();
    const double to = columns.of(bundle.to).area.middle();
    spans.push_back({std::min(from, to), std::max(from, to)});
  }
  const std::vector<int> lanes = lanes_of(spans);
  const int top = *std::ranges::max_element(lanes);
  double height = 0;
  for (std::size_t i = 0; i < bundles.size(); ++i) {
    // Ends are apart, the farthest outside: no two lines of a CPU cross.
    const double apart = 10.0 * (top - lanes[i]);
    const Point left{spans[i].left + 20 + apart, columns.of(bundles[i].from).area.y};
    const Point right{spans[i].right - 20 - apart, left.y};
    const double y = -kLanePitch * (lanes[i] + 1);
    height = std::max(height, -y + 10);
    picture.lines.push_back(line_of(node, bundles[i], {left, {left.x, y}, {right.x, y}, right}));
    add_plate(picture,
              {columns.of(bundles[i].from).area.x < columns.of(bundles[i].to).area.x
                   ? columns.of(bundles[i].from).area.right() + kBeside
                   : columns.of(bundles[i].to).area.right() + kBeside,
               y},
              rate_of(bundles[i]));
  }
  return height;
}

/// One bar above all CPUs that these links join.
double add_bar(const std::vector<Bundle>& bundles, const Columns& columns, Picture& picture) {
  const auto [slow, fast] = std::ranges::minmax_element(bundles, {}, &Bundle::bandwidth);
  const double width = has_rate(*fast) ? line_width(fast->bandwidth) : line_width({});
  std::map<DeviceId, double> ends;
  for (const Bundle& bundle : bundles) {
    for (const DeviceId id : {bundle.from, bundle.to}) ends[id] = columns.of(id).area.middle();
  }
  double left = columns.width;
  double right = 0;
  for (const auto& [id, x] : ends) {
    picture.lines.push_back({bundles.front().kind, {{x, -kLanePitch}, {x, 0}}, width, {}});
    left = std::min(left, x);
    right = std::max(right, x);
  }
  const bool is_even = slow->bandwidth == fast->bandwidth;
  const std::string low = short_figure(slow->bandwidth.in_gb_per_s());
  const std::string rates = is_even ? rate_of(*slow) : fmt::format("{} to {}", low, rate_of(*fast));
  const std::string text = fmt::format("{} links between {} CPUs, {}", bundles.size(), ends.size(),
                                       has_rate(*fast) ? rates + " each way" : "rates not known");
  picture.lines.push_back(
      {bundles.front().kind, {{left, -kLanePitch}, {right, -kLanePitch}}, width, text});
  picture.labels.push_back(
      {{(left + right) / 2, -kLanePitch - width / 2 - 5}, text, 10, Anchor::Middle, Tone::Plain});
  return kLanePitch + width + 16;
}

bool contains(const std::vector<core::Origin>& origins, const core::Origin& origin) {
  return std::ranges::find(origins, origin) != origins.end();
}

}  // namespace

std::vector<Bundle> bundles_of(const core::Topology& node) {
  std::vector<Bundle> bundles;
  std::map<std::tuple<LinkKind, DeviceId, DeviceId>, std::size_t> known;
  for (const core::Link& link : node.links()) {
    if (known.contains({link.kind, link.to, link.from})) continue;  // the way back
    const auto [at, is_new] = known.try_emplace({link.kind, link.from, link.to}, bundles.size());
    if (is_new) bundles.push_back({link.kind, link.from, link.to, 0, {}, {}});
    Bundle& bundle = bundles[at->second];
    bundle.count += link.count;
    bundle.bandwidth += link.bandwidth;
    if (!contains(bundle.origins, link.origin)) bundle.origins.push_back(link.origin);
  }
  return bundles;
}

bool has_rate(const Bundle& bundle) {
  return bundle.kind != LinkKind::InterSocket ||
         bundle.bandwidth < hw::catalogue::local_rate().bandwidth;
}

std::string rate_of(const Bundle& bundle) {
  if (!has_rate(bundle)) return "not known";
  return short_figure(bundle.bandwidth.in_gb_per_s()) + " GB/s";
}

std::string tip_of(const core::Topology& node, const Bundle& bundle) {
  const std::string_view wires = bundle.kind == LinkKind::Pcie ? "lane" : "link";
  return fmt::format("{} to {}: {}, {} {}{}, {}", node.device(bundle.from).name,
                     node.device(bundle.to).name, core::title_of(bundle.kind), bundle.count, wires,
                     bundle.count == 1 ? "" : "s",
                     has_rate(bundle) ? rate_of(bundle) + " each way" : "rate not known");
}

Line line_of(const core::Topology& node, const Bundle& bundle, std::vector<Point> points) {
  std::vector<std::string> origins;
  for (const core::Origin& origin : bundle.origins) origins.push_back(text_of(origin));
  return {.kind = bundle.kind,
          .points = std::move(points),
          .width = has_rate(bundle) ? line_width(bundle.bandwidth) : line_width({}),
          .tip = tip_of(node, bundle),
          .from = bundle.from,
          .to = bundle.to,
          .origin = fmt::format("{}", fmt::join(origins, "; "))};
}

void add_links_down(const core::Topology& node, const std::vector<Bundle>& bundles,
                    const Columns& columns, Picture& picture) {
  add_pcie_links(node, bundles, columns, picture);
  add_cpu_gpu_links(node, bundles, columns, picture);
}

std::vector<Point> passing_points(const core::Topology& node, const std::vector<Bundle>& bundles,
                                  const Columns& columns) {
  std::vector<Point> points;
  for (const Bundle& bundle : bundles) {
    const DeviceId gpu = gpu_below_cpu(node, bundle);
    if (!columns.has(gpu) || node.parent_of(gpu) == node.cpu_of(gpu)) continue;
    points.push_back({columns.of(gpu).area.x + kPassingLane, columns.of(gpu).area.y});
  }
  return points;
}

void add_ports(const core::Topology& node, const Columns& columns, std::optional<LinkKind> network,
               Picture& picture) {
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    if (!columns.has(id)) continue;
    const core::Device& device = node.device(id);
    const auto& port = std::get<core::NicPort>(device.info);
    const Area& area = columns.of(id).area;
    const auto rate = core::Bandwidth::from_gbit_per_s(static_cast<double>(port.speed_mbps) / 1000);
    const bool is_unnamed = is_omni_path(node, id, port.nic);
    picture.lines.push_back(
        {is_unnamed ? std::nullopt
         : network  ? network
                    : network_of(node.device(port.nic)),
         {{area.middle(), columns.of(port.nic).area.bottom()}, {area.middle(), area.y}},
         line_width(rate),
         tip_of(device) + (is_unnamed ? ", Omni-Path, drawn as a network of no known kind" : ""),
         false,
         false,
         port.nic,
         id,
         origin_text(device)});
  }
}

double add_cpu_links(const core::Topology& node, const std::vector<Bundle>& bundles,
                     const Columns& columns, Picture& picture) {
  const auto order = order_of(columns);
  std::vector<Bundle> others;
  for (const Bundle& bundle : bundles) {
    const auto from = order.find(bundle.from);
    const auto to = order.find(bundle.to);
    if (from == order.end() || to == order.end()) continue;
    const auto [low, high] = std::minmax(from->second, to->second);
    if (high - low == 1) {
      add_straight(node, bundle, columns, picture);
    } else {
      others.push_back(bundle);
    }
  }
  if (others.empty()) return 0;
  return others.size() > kMostLanes ? add_bar(others, columns, picture)
                                    : add_lanes(node, others, columns, picture);
}

}  // namespace treering::report::drawing
