// NVSwitches below the GPUs that they join.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/units.h"
#include "report/drawing/device_boxes.h"
#include "report/drawing/link_lines.h"
#include "report/drawing/text_width.h"
#include "report/machine_names.h"

namespace treering::report::drawing {
namespace {

using core::DeviceId;
using core::DeviceKind;

constexpr double kDrop = 40;  // from the row above to the first group
constexpr double kHead = 20;  // the line that says how many
constexpr double kSwitchBoxHeight = 30;
constexpr double kLeastBox = 74;
constexpr double kPad = 6;
constexpr double kRowGap = 34;

/// The NVLinks of a GPU to one group.
struct Uplink {
  int count = 0;
  core::Bandwidth bandwidth;
  std::string origin;  // of the first
  bool operator==(const Uplink& other) const {
    return count == other.count && bandwidth == other.bandwidth;
  }
};

struct Group {
  std::vector<DeviceId> switches;
  std::map<DeviceId, Uplink> uplinks;  // by GPU
  Area area;
};

bool is_switch(const core::Topology& node, DeviceId id) {
  return node.device(id).kind() == DeviceKind::NvSwitch;
}

/// Switches by the set of GPUs that they join.
std::vector<Group> groups_of(const SwitchTier& tier) {
  std::map<DeviceId, std::set<DeviceId>> joined;
  for (const Bundle& bundle : tier.bundles) {
    for (const auto& [one, other] :
         {std::pair(bundle.from, bundle.to), std::pair(bundle.to, bundle.from)}) {
      if (is_switch(tier.node, one) && !is_switch(tier.node, other)) joined[one].insert(other);
    }
  }
  std::vector<Group> groups;
  std::map<std::set<DeviceId>, std::size_t> known;
  for (const DeviceId id : tier.node.of_kind(DeviceKind::NvSwitch)) {
    const auto [at, is_new] = known.try_emplace(joined[id], groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].switches.push_back(id);
  }
  return groups;
}

class Tier {
 public:
  Tier(const SwitchTier& tier, Picture& picture)
      : tier_(tier), picture_(picture), groups_(groups_of(tier)) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (const DeviceId id : groups_[i].switches) group_of_[id] = i;
    }
  }

  double add() {
    sum_links();
    lay();
    double bottom = tier_.top;
    for (const Group& group : groups_) {
      add_uplinks(group);
      add_boxes(group);
      bottom = std::max(bottom, group.area.bottom());
    }
    add_trunks();
    return bottom;
  }

 private:
  void sum_links() {
    for (const Bundle& bundle : tier_.bundles) {
      const bool is_down = is_switch(tier_.node, bundle.from);
      if (is_down == is_switch(tier_.node, bundle.to)) {
        if (is_down) add_trunk(bundle);
        continue;
      }
      const auto [nvswitch, gpu] =
          is_down ? std::pair(bundle.from, bundle.to) : std::pair(bundle.to, bundle.from);
      Uplink& uplink = groups_[group_of_.at(nvswitch)].uplinks[gpu];
      uplink.count += bundle.count;
      uplink.bandwidth += bundle.bandwidth;
      if (uplink.origin.empty()) uplink.origin = text_of(bundle.origins.front());
    }
  }

  void add_trunk(const Bundle& bundle) {
    const auto [low, high] = std::minmax(group_of_.at(bundle.from), group_of_.at(bundle.to));
    if (low == high) return;
    Uplink& trunk = trunks_[{low, high}];
    trunk.count += bundle.count;
    trunk.bandwidth += bundle.bandwidth;
  }

  /// Under the landings of its GPUs; under all where it has none.
  Span span_of(const Group& group) const {
    Span span{picture_.width, 0};
    for (const Landing& landing : tier_.landings) {
      if (uplink_of(group, landing).count == 0 && !group.uplinks.empty()) continue;
      span.left = std::min(span.left, landing.at.x - 46);
      span.right = std::max(span.right, landing.at.x + 46);
    }
    if (span.left > span.right) span = {0, std::max(picture_.width, 2 * kLeastBox)};
    const double lacking = kLeastBox + 2 * kPad + text_width(title_of(group), 10) / 4;
    if (span.right - span.left < lacking) span.right = span.left + lacking;
    return span;
  }

  static Uplink uplink_of(const Group& group, const Landing& landing) {
    Uplink sum;
    for (const DeviceId gpu : landing.gpus) {
      const auto found = group.uplinks.find(gpu);
      if (found == group.uplinks.end()) continue;
      sum.count += found->second.count;
      sum.bandwidth += found->second.bandwidth;
      sum.origin = found->second.origin;
    }
    return sum;
  }

  static std::string title_of(const Group& group) {
    std::string text = core::counted(group.switches.size(), "NVSwitch");
    if (group.switches.size() > 1) text = fmt::format("{} NVSwitches", group.switches.size());
    const auto is_same = [&](const auto& entry) {
      return entry.second == group.uplinks.begin()->second;
    };
    if (group.uplinks.empty() || !std::ranges::all_of(group.uplinks, is_same)) return text;
    const Uplink& each = group.uplinks.begin()->second;
    return fmt::format(
        "{}, {} from each of {}: {} GB/s each way", text, core::counted(each.count, "NVLink"),
        core::counted(group.uplinks.size(), "GPU"), short_figure(each.bandwidth.in_gb_per_s()));
  }

  static std::size_t boxes_in_row(const Group& group, double width) {
    const auto most = static_cast<std::size_t>(std::max(1.0, (width - kPad) / (kLeastBox + kPad)));
    return std::min(most, group.switches.size());
  }

  void lay() {
    std::vector<Span> spans;
    for (const Group& group : groups_) spans.push_back(span_of(group));
    const std::vector<int> rows = lanes_of(spans);
    std::map<int, double> heights;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const double width = spans[i].right - spans[i].left;
      const std::size_t in_row = boxes_in_row(groups_[i], width);
      const std::size_t lines = (groups_[i].switches.size() + in_row - 1) / in_row;
      const double height = kHead + static_cast<double>(lines) * (kSwitchBoxHeight + kPad);
      groups_[i].area = {spans[i].left, 0, width, height};
      heights[rows[i]] = std::max(heights[rows[i]], height);
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      double y = tier_.top + kDrop;
      for (int row = 0; row < rows[i]; ++row) y += heights[row] + kRowGap;
      groups_[i].area.y = y;
    }
  }

  void add_uplinks(const Group& group) {
    for (const Landing& landing : tier_.landings) {
      const Uplink uplink = uplink_of(group, landing);
      if (uplink.count == 0) continue;
      const std::string rate = short_figure(uplink.bandwidth.in_gb_per_s()) + " GB/s";
      const std::string who = landing.gpus.size() == 1
                                  ? tier_.node.device(landing.gpus.front()).name
                                  : core::counted(landing.gpus.size(), "GPU");
      picture_.lines.push_back({core::LinkKind::NvLink,
                                {landing.at, {landing.at.x, group.area.y}},
                                line_width(uplink.bandwidth),
                                fmt::format("{} to {}: {}, {} each way", who, title_of(group),
                                            core::counted(uplink.count, "NVLink"), rate),
                                false,
                                false,
                                landing.gpus.size() == 1 ? landing.gpus.front() : core::kNoDevice,
                                group.switches.front(),
                                uplink.origin});
      add_plate(picture_, {landing.at.x, group.area.y - 19}, rate);
    }
  }

  void add_boxes(const Group& group) {
    const Area& area = group.area;
    picture_.boxes.push_back({Role::NvSwitch, area, title_of(group)});
    picture_.labels.push_back({{area.middle(), area.y + 14},
                               fitted(title_of(group), area.width - 2 * kPad, 10),
                               10,
                               Anchor::Middle,
                               Tone::Strong,
                               {area.x, area.y, area.width, kHead}});
    const std::size_t in_row = boxes_in_row(group, area.width);
    const double width = (area.width - kPad) / static_cast<double>(in_row) - kPad;
    for (std::size_t i = 0; i < group.switches.size(); ++i) {
      const core::Device& device = tier_.node.device(group.switches[i]);
      const auto column = static_cast<double>(i % in_row);
      const std::size_t line = i / in_row;
      const Area box{area.x + kPad + column * (width + kPad),
                     area.y + kHead + static_cast<double>(line) * (kSwitchBoxHeight + kPad), width,
                     kSwitchBoxHeight};
      const std::string address = own_address(device);
      add_box(
          picture_,
          {Role::NvSwitch, box, drawing::tip_of(device), group.switches[i], origin_text(device)},
          device.name, address.empty() ? std::vector<std::string>() : std::vector{address});
    }
  }

  void add_trunks() {
    for (const auto& [ends, trunk] : trunks_) {
      const Area& a = groups_[ends.first].area;
      const Area& b = groups_[ends.second].area;
      const Area& left = a.x <= b.x ? a : b;
      const Area& right = a.x <= b.x ? b : a;
      const std::string text = fmt::format("{} GB/s", short_figure(trunk.bandwidth.in_gb_per_s()));
      const double y = std::max(a.y, b.y) + std::min(a.height, b.height) / 2;
      if (left.right() >= right.x) continue;  // one below the other: no place for it
      picture_.lines.push_back({core::LinkKind::NvLink,
                                {{left.right(), y}, {right.x, y}},
                                line_width(trunk.bandwidth),
                                fmt::format("{} between switches, {} each way",
                                            core::counted(trunk.count, "NVLink"), text),
                                false,
                                false,
                                groups_[ends.first].switches.front(),
                                groups_[ends.second].switches.front()});
      add_plate(picture_, {(left.right() + right.x) / 2, y}, text);
    }
  }

  const SwitchTier& tier_;
  Picture& picture_;
  std::vector<Group> groups_;
  std::map<DeviceId, std::size_t> group_of_;
  std::map<std::pair<std::size_t, std::size_t>, Uplink> trunks_;
};

}  // namespace

double add_switches(const SwitchTier& tier, Picture& picture) {
  if (tier.node.of_kind(DeviceKind::NvSwitch).empty()) return tier.top;
  return Tier(tier, picture).add();
}

}  // namespace treering::report::drawing
