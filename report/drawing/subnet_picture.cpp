#include "report/drawing/subnet_picture.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "hw/fabric/analysis/alike_hosts.h"
#include "report/drawing/device_boxes.h"
#include "report/drawing/switch_level.h"

namespace treering::report::drawing {
namespace {

using hw::fabric::FabricNodeId;

constexpr double kWideBox = 190;
constexpr double kFabricLevelGap = 62;
// More lines than that between two levels are thin, whatever they carry.
constexpr std::size_t kMostWide = 24;
constexpr double kWidest = 6;

struct Cables {
  int count = 0;
  std::int64_t mbps = 0;
};

class Drawing {
 public:
  Drawing(const hw::fabric::FabricGraph& subnet, const hw::fabric::analysis::FoundFabric& found,
          const Unfolded& unfolded)
      : subnet_(subnet), found_(found), unfolded_(unfolded), box_of_(subnet.nodes.size(), -1) {}

  Picture draw() {
    for (const hw::fabric::analysis::TreeLevel& level : found_.tree.levels) add_level(level);
    if (levels_.empty()) return {};
    sort_leaves(levels_.front());
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      picture_.width = std::max(picture_.width, width_of(i));
    }
    double y = 0;
    for (std::size_t i = levels_.size(); i-- > 0;) {
      put(i, y);
      y += (grounds_[i] ? grounds_[i]->height() : kSwitchHeight) + kFabricLevelGap;
    }
    picture_.height = y - kFabricLevelGap;
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) join(i);
    add_hosts(y);
    return std::move(picture_);
  }

 private:
  using Between = std::map<std::pair<int, int>, Cables>;

  void add_level(const hw::fabric::analysis::TreeLevel& level) {
    const bool is_ground = is_foldable(level) && unfolded_.contains(fold_of(levels_.size()));
    grounds_.emplace_back();
    if (!is_ground) return levels_.push_back(boxes_of(subnet_, level));
    grounds_.back().emplace(subnet_, level);
    if (levels_.empty()) sort_leaves(grounds_.back()->switches());
    levels_.push_back({grounds_.back()->whole()});
  }

  double width_of(std::size_t level) const {
    if (grounds_[level]) return grounds_[level]->width();
    double width = -kSwitchGap;
    for (const Drawn& one : levels_[level])
      width += (one.nodes.size() > 1 ? kWideBox : kSwitchWidth) + kSwitchGap;
    return width;
  }

  /// Leaves of one group of rails side by side.
  void sort_leaves(std::vector<Drawn>& leaves) const {
    const auto& group = found_.rails.group_of;
    std::ranges::stable_sort(leaves, {}, [&](const Drawn& one) {
      const auto node = static_cast<std::size_t>(one.nodes.front());
      return node < group.size() && group[node] >= 0 ? group[node] : static_cast<int>(group.size());
    });
  }

  static Fold fold_of(std::size_t level) { return {FoldKind::Switches, static_cast<int>(level)}; }

  /// Of a box of a level with more switches than are shown one by one.
  std::optional<Handle> handle_of(std::size_t level, const Drawn& box) const {
    const bool has_one = is_foldable(found_.tree.levels[level]) && box.nodes.size() > 1;
    return has_one ? std::optional(Handle{fold_of(level)}) : std::nullopt;
  }

  void put(std::size_t number, double y) {
    std::vector<Drawn>& level = levels_[number];
    double x = (picture_.width - width_of(number)) / 2;
    for (std::size_t i = 0; i < level.size(); ++i) {
      Drawn& one = level[i];
      if (const auto& ground = grounds_[number]) {
        one.area = {x, y, ground->width(), ground->height()};
        ground->add({x, y}, {fold_of(number), true}, picture_);
      } else {
        const double width = one.nodes.size() > 1 ? kWideBox : kSwitchWidth;
        one.area = {x, y, width, kSwitchHeight};
        x += width + kSwitchGap;
        add_box(picture_,
                {.role = Role::Network,
                 .area = one.area,
                 .tip = one.name + ": " + one.details.front(),
                 .handle = handle_of(number, one)},
                one.name, one.details);
      }
      for (const FabricNodeId node : one.nodes) {
        box_of_[static_cast<std::size_t>(node)] = static_cast<int>(i);
      }
    }
  }

  /// Cables between the boxes of a level and of the one above it.
  void join(std::size_t level) {
    const auto at = [&](FabricNodeId id) {
      return found_.tree.level[static_cast<std::size_t>(id)];
    };
    const int low = static_cast<int>(level) + 1;  // hosts are level 0
    Between between;
    for (const hw::fabric::Cable& cable : subnet_.cables) {
      FabricNodeId below = cable.ends[0].node;
      FabricNodeId above = cable.ends[1].node;
      if (at(below) > at(above)) std::swap(below, above);
      if (at(below) != low || at(above) != low + 1) continue;
      Cables& cables = between[{box_of_[static_cast<std::size_t>(below)],
                                box_of_[static_cast<std::size_t>(above)]}];
      ++cables.count;
      cables.mbps += cable.rate.mbps();
    }
    if (is_even(level, between)) return add_bar(level, between);
    for (const auto& [ends, cables] : between) {
      const Drawn& below = levels_[level][static_cast<std::size_t>(ends.first)];
      const Drawn& above = levels_[level + 1][static_cast<std::size_t>(ends.second)];
      const double most = between.size() > kMostWide ? 1 : kWidest;
      add_cables({{below.area.middle(), below.area.y}, {above.area.middle(), above.area.bottom()}},
                 cables, below.name + " to " + above.name, most);
    }
  }

  /// Whether all boxes of a level have as many cables to each of the level above.
  bool is_even(std::size_t level, const Between& between) const {
    if (between.size() != levels_[level].size() * levels_[level + 1].size()) return false;
    const Cables& first = between.begin()->second;
    return std::ranges::all_of(between, [&](const auto& entry) {
      return entry.second.count == first.count && entry.second.mbps == first.mbps;
    });
  }

  /// One bar between the two levels in place of a line from each to each.
  void add_bar(std::size_t level, const Between& between) {
    Cables all;
    for (const auto& [ends, cables] : between) {
      all.count += cables.count;
      all.mbps += cables.mbps;
    }
    const auto& below = levels_[level];
    const auto& above = levels_[level + 1];
    const double y = (below.front().area.y + above.front().area.bottom()) / 2;
    const auto share = [&](std::size_t parts) {
      return Cables{all.count / static_cast<int>(parts),
                    all.mbps / static_cast<std::int64_t>(parts)};
    };
    for (const Drawn& one : below) {
      const double x = one.area.middle();
      add_cables({{x, one.area.y}, {x, y}}, share(below.size()), one.name + " up", kWidest);
    }
    for (const Drawn& one : above) {
      const double x = one.area.middle();
      add_cables({{x, one.area.bottom()}, {x, y}}, share(above.size()), one.name + " down",
                 kWidest);
    }
    const double left = std::min(below.front().area.middle(), above.front().area.middle());
    const double right = std::max(below.back().area.middle(), above.back().area.middle());
    if (right > left) add_cables({{left, y}, {right, y}}, all, "all of them", kWidest);
    add_plate(picture_, {(left + right) / 2, y}, text_of(all));
  }

  static std::string text_of(const Cables& cables) {
    std::string count = core::counted(cables.count, "cable");
    if (cables.mbps == 0) return count;
    const auto rate = core::Bandwidth::from_gbit_per_s(static_cast<double>(cables.mbps) / 1000);
    return fmt::format("{}, {}", count, total_figure(rate));
  }

  void add_cables(std::vector<Point> points, const Cables& cables, const std::string& what,
                  double most) {
    const auto rate = core::Bandwidth::from_gbit_per_s(static_cast<double>(cables.mbps) / 1000);
    picture_.lines.push_back({core::LinkKind::InfiniBand, std::move(points),
                              std::min(line_width(rate), most), what + ": " + text_of(cables)});
  }

  /// Hosts that have a port at any of the leaves of a box.
  std::vector<std::set<std::size_t>> hosts_of_boxes() const {
    std::vector<std::set<std::size_t>> hosts(levels_.front().size());
    for (std::size_t i = 0; i < found_.hosts.hosts.size(); ++i) {
      for (const hw::fabric::analysis::HostPort& port : found_.hosts.hosts[i].ports) {
        if (port.switch_node == hw::fabric::kNoFabricNode) continue;
        if (found_.tree.level[static_cast<std::size_t>(port.switch_node)] != 1) continue;
        hosts[static_cast<std::size_t>(box_of_[static_cast<std::size_t>(port.switch_node)])].insert(
            i);
      }
    }
    return hosts;
  }

  /// Boxes side by side that have the same hosts share one below them.
  void add_hosts(double y) {
    const auto hosts = hosts_of_boxes();
    for (std::size_t first = 0; first < hosts.size();) {
      std::size_t last = first;
      while (last + 1 < hosts.size() && hosts[last + 1] == hosts[first]) ++last;
      if (!hosts[first].empty()) add_host_box(hosts[first], first, last, y);
      first = last + 1;
    }
  }

  void add_host_box(const std::set<std::size_t>& hosts, std::size_t first, std::size_t last,
                    double y) {
    const Area& left = levels_.front()[first].area;
    const Area area{left.x, y, levels_.front()[last].area.right() - left.x, kSwitchHeight};
    std::vector<std::string> all;
    for (const std::size_t host : hosts) all.push_back(found_.hosts.hosts[host].name);
    all = hw::fabric::analysis::hosts_in_order(std::move(all));
    const std::string& low = all.front();
    const std::string& high = all.back();
    std::vector<std::string> names{low};
    if (hosts.size() > 1) names = {area.width < kWideBox ? low : low + " to " + high};
    if (hosts.size() > 1 && area.width < kWideBox) names.push_back("to " + high);
    const std::string count = core::counted(hosts.size(), "host");
    add_box(picture_, {Role::Host, area, fmt::format("{}: {} to {}", count, low, high)}, count,
            names);
    for (std::size_t i = first; i <= last; ++i) {
      const Area& leaf = levels_.front()[i].area;
      const Cables cables = cables_down(levels_.front()[i]);
      add_cables({{leaf.middle(), leaf.bottom()}, {leaf.middle(), y}}, cables,
                 levels_.front()[i].name + " to " + count, kWidest);
      if (levels_.front()[i].nodes.size() > 1) {
        add_plate(picture_, {leaf.middle(), (leaf.bottom() + y) / 2}, text_of(cables));
      }
    }
    picture_.height = area.bottom();
  }

  Cables cables_down(const Drawn& box) const {
    Cables cables;
    const std::set<FabricNodeId> nodes(box.nodes.begin(), box.nodes.end());
    for (const hw::fabric::analysis::TreeSwitch& one : found_.tree.levels.front().switches) {
      if (!nodes.contains(one.node)) continue;
      cables.count += one.downlinks;
      cables.mbps += found_.tree.has_rates ? one.down_mbps : 0;
    }
    return cables;
  }

  const hw::fabric::FabricGraph& subnet_;
  const hw::fabric::analysis::FoundFabric& found_;
  const Unfolded& unfolded_;
  std::vector<std::vector<Drawn>> levels_;            // from the leaves up
  std::vector<std::optional<SwitchGround>> grounds_;  // of levels that are unfolded
  std::vector<int> box_of_;                           // by node: in its level
  Picture picture_;
};

}  // namespace

Picture subnet_picture(const hw::fabric::FabricGraph& subnet,
                       const hw::fabric::analysis::FoundFabric& found, const Heading& heading,
                       const Unfolded& unfolded) {
  return on_sheet(Drawing(subnet, found, unfolded).draw(), heading);
}

}  // namespace treering::report::drawing
