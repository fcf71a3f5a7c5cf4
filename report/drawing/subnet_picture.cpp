#include "report/drawing/subnet_picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/analysis/hosts.h"
#include "report/drawing/device_boxes.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {
namespace {

// The switches of a level of a fabric as boxes: each by itself, or alike ones as one.

/// Switches of a level that are drawn as one box.
struct Drawn {
  std::vector<hw::fabric::FabricNodeId> nodes;
  std::string name;
  std::vector<std::string> details;
  Area area;
};

inline constexpr double kSwitchWidth = 96;
inline constexpr double kSwitchHeight = 46;
inline constexpr double kSwitchGap = 10;

/// Those of a level that is too large, one by one in rows on a ground of their own. To the other
/// levels it is one box.
class SwitchGround {
 public:
  SwitchGround(const hw::fabric::FabricGraph& subnet, const hw::fabric::analysis::TreeLevel& level);

  std::vector<Drawn>& switches() { return switches_; }
  [[nodiscard]] double width() const;
  [[nodiscard]] double height() const;
  /// \param handle folds them again
  void add(Point corner, const Handle& handle, Picture& picture) const;
  /// All of them.
  [[nodiscard]] Drawn whole() const;

 private:
  std::vector<Drawn> switches_;
  int in_row_ = 1;
};

// A row of more is wider than a screen.
constexpr std::size_t kMostSwitches = 16;
constexpr std::size_t kMostKinds = 7;
constexpr double kGroundPad = 8;
constexpr double kGroundHead = 26;
constexpr double kGroundAspect = 1.6;

std::string details_of(const hw::fabric::analysis::TreeSwitch& one) {
  if (one.uplinks == 0) return fmt::format("{} down", one.downlinks);
  return fmt::format("{} down, {} up", one.downlinks, one.uplinks);
}

std::string switch_count(std::size_t count) {
  return count == 1 ? "1 switch" : fmt::format("{} switches", count);
}

std::vector<Drawn> one_by_one(const hw::fabric::FabricGraph& subnet,
                              const hw::fabric::analysis::TreeLevel& level) {
  std::vector<Drawn> drawn;
  for (const hw::fabric::analysis::TreeSwitch& one : level.switches) {
    drawn.push_back(
        {{one.node}, hw::fabric::name_of(subnet.node(one.node)), {details_of(one)}, {}});
  }
  return drawn;
}

/// About as wide as screens are, but no row shorter than what is shown unasked.
int in_row_of(std::size_t count) {
  constexpr double kPitches = (kSwitchHeight + kSwitchGap) / (kSwitchWidth + kSwitchGap);
  const double even = std::sqrt(kGroundAspect * kPitches * static_cast<double>(count));
  return std::max(static_cast<int>(std::ceil(even)), static_cast<int>(kMostSwitches) / 2);
}

/// Whether they are too many to be shown one by one unasked.
bool is_foldable(const hw::fabric::analysis::TreeLevel& level) {
  return level.switches.size() > kMostSwitches;
}

/// Each by itself, or where they are too many by how many cables they have.
std::vector<Drawn> boxes_of(const hw::fabric::FabricGraph& subnet,
                            const hw::fabric::analysis::TreeLevel& level) {
  if (!is_foldable(level)) return one_by_one(subnet, level);
  std::vector<Drawn> drawn;
  std::map<std::tuple<int, int>, std::size_t> kinds;
  for (const hw::fabric::analysis::TreeSwitch& one : level.switches) {
    const auto [at, is_new] = kinds.try_emplace({one.downlinks, one.uplinks}, drawn.size());
    if (is_new) drawn.push_back({{}, {}, {"each " + details_of(one)}, {}});
    drawn[at->second].nodes.push_back(one.node);
  }
  std::ranges::stable_sort(drawn, std::ranges::greater(),
                           [](const Drawn& d) { return d.nodes.size(); });
  while (drawn.size() > kMostKinds) {
    auto& last = drawn[drawn.size() - 2].nodes;
    last.insert(last.end(), drawn.back().nodes.begin(), drawn.back().nodes.end());
    drawn.pop_back();
    drawn.back().details = {"other numbers of cables"};
  }
  for (Drawn& one : drawn) one.name = switch_count(one.nodes.size());
  return drawn;
}

SwitchGround::SwitchGround(const hw::fabric::FabricGraph& subnet,
                           const hw::fabric::analysis::TreeLevel& level)
    : switches_(one_by_one(subnet, level)), in_row_(in_row_of(switches_.size())) {}

double SwitchGround::width() const {
  return in_row_ * (kSwitchWidth + kSwitchGap) - kSwitchGap + 2 * kGroundPad;
}

double SwitchGround::height() const {
  const int rows = (static_cast<int>(switches_.size()) + in_row_ - 1) / in_row_;
  return kGroundHead + rows * (kSwitchHeight + kSwitchGap) + 2 * kGroundPad;
}

void SwitchGround::add(Point corner, const Handle& handle, Picture& picture) const {
  picture.boxes.push_back({Role::Panel, {corner.x, corner.y, width(), height()}, {}});
  const std::string name = switch_count(switches_.size());
  add_box(picture,
          {.role = Role::Network,
           .area = {corner.x + kGroundPad, corner.y + kGroundPad, width() - 2 * kGroundPad,
                    kGroundHead},
           .tip = name,
           .handle = handle},
          name, {});
  for (std::size_t i = 0; i < switches_.size(); ++i) {
    const auto row = static_cast<int>(i) / in_row_;
    const auto column = static_cast<int>(i) % in_row_;
    const Drawn& one = switches_[i];
    add_box(picture,
            {.role = Role::Network,
             .area = {corner.x + kGroundPad + column * (kSwitchWidth + kSwitchGap),
                      corner.y + kGroundPad + kGroundHead + kSwitchGap +
                          row * (kSwitchHeight + kSwitchGap),
                      kSwitchWidth, kSwitchHeight},
             .tip = one.name + ": " + one.details.front()},
            one.name, one.details);
  }
}

Drawn SwitchGround::whole() const {
  Drawn all;
  for (const Drawn& one : switches_) {
    all.nodes.insert(all.nodes.end(), one.nodes.begin(), one.nodes.end());
  }
  all.name = switch_count(switches_.size());
  return all;
}

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
