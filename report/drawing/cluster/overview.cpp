#include "report/drawing/cluster/overview.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/topology/cluster.h"
#include "report/drawing/device_boxes.h"
#include "report/drawing/picture.h"
#include "sim/bound/device_rates.h"

namespace treering::report::drawing::cluster {
namespace {

// Many leaf switches with their nodes as cells, group beside group in rows.

struct LeafGroups {
  struct Words {
    std::string title;
    std::string detail;
  };

  int nodes = 0;
  int per_leaf = 1;
  double width = 0;                      // that is there; many groups take more
  std::function<Words(int leaf)> words;  // what stands on a switch
};

constexpr double kGroupsHandle = 26;
constexpr double kGroupSwitch = 36;
constexpr double kBetweenLeaves = 12;
constexpr double kLeastGroup = 150;  // "leaf switch 1234" fits

/// The width in which so many cells are about as wide as screens are.
double width_of_cells(int count) {
  const double in_row = std::ceil(std::sqrt(kScreenAspect * count * kCellRowPitch / kCellPitch));
  // A few more where all rows are full then: 32 nodes are four rows of 8.
  for (double more = in_row; more <= 1.5 * in_row; ++more) {
    if (count % static_cast<int>(more) == 0) return std::max(kLeastGroup, more * kCellPitch);
  }
  return std::max(kLeastGroup, in_row * kCellPitch);
}

class Groups {
 public:
  explicit Groups(const LeafGroups& groups)
      : groups_(groups),
        leaves_((groups.nodes + groups.per_leaf - 1) / groups.per_leaf),
        cells_width_(width_of_cells(groups.per_leaf)) {
    const CellBlocks full({0, groups.per_leaf}, cells_width_);
    width_ = std::max(kLeastGroup, full.width()) + 2 * kBlockPad;
    height_ = kGroupSwitch + full.height() + 3 * kBlockPad;
    const double even =
        std::sqrt(kScreenAspect * leaves_ * (height_ + kBetweenLeaves) / (width_ + kBetweenLeaves));
    const double fitting =
        (groups.width - 2 * kBlockPad + kBetweenLeaves) / (width_ + kBetweenLeaves);
    in_row_ = std::clamp(static_cast<int>(std::max(std::round(even), fitting)), 1, leaves_);
  }

  Picture draw() {
    const int rows = (leaves_ + in_row_ - 1) / in_row_;
    picture_.width = in_row_ * (width_ + kBetweenLeaves) - kBetweenLeaves + 2 * kBlockPad;
    picture_.height = kGroupsHandle + kBlockPad + rows * (height_ + kBetweenLeaves) -
                      kBetweenLeaves + 2 * kBlockPad;
    picture_.boxes.push_back({Role::Panel, {0, 0, picture_.width, picture_.height}, {}});
    add_node_handle({0, groups_.nodes},
                    {kBlockPad, kBlockPad, picture_.width - 2 * kBlockPad, kGroupsHandle},
                    {{FoldKind::Leaves}, true}, picture_);
    for (int leaf = 0; leaf < leaves_; ++leaf) add(leaf);
    return std::move(picture_);
  }

 private:
  void add(int leaf) {
    const int row = leaf / in_row_;
    const Point at{kBlockPad + leaf % in_row_ * (width_ + kBetweenLeaves),
                   kGroupsHandle + 2 * kBlockPad + row * (height_ + kBetweenLeaves)};
    picture_.boxes.push_back({Role::Panel, {at.x, at.y, width_, height_}, {}});
    const Area head{at.x + kBlockPad, at.y + kBlockPad, width_ - 2 * kBlockPad, kGroupSwitch};
    const auto [title, detail] = groups_.words(leaf);
    add_box(picture_, {Role::Network, head, title + ": " + detail}, title, {detail});
    const int first = leaf * groups_.per_leaf;
    const NodeRange nodes{first, std::min(groups_.per_leaf, groups_.nodes - first)};
    CellBlocks(nodes, cells_width_).add({head.x, head.bottom() + kBlockPad}, picture_);
  }

  const LeafGroups& groups_;
  int leaves_;
  double cells_width_;
  double width_ = 0;  // of a group
  double height_ = 0;
  int in_row_ = 1;
  Picture picture_;
};

/// On a ground of their own, with a handle that folds them. The corner is at 0, 0.
Picture draw(const LeafGroups& groups) {
  return Groups(groups).draw();
}

using core::FabricKind;

constexpr std::string_view kAssumed = "not described: taken to be without bottleneck";
constexpr double kSwitchHeight = 44;
constexpr double kTierGap = 46;
constexpr double kBlockGap = 22;
constexpr double kMostNodeWidth = 92;
constexpr double kLeastRail = 52;
// More than that shows nothing new: leaf switches are equal, and so are nodes.
constexpr int kMostLeaves = 8;
constexpr int kMostNodes = 64;

/// Whether nodes stand leaf by leaf in the order of their numbers.
bool is_sorted(const core::Cluster& cluster) {
  core::Fabric sorted = cluster.fabric;
  sorted.order = {};
  return core::leaves_by_node(sorted, cluster.node_count) ==
         core::leaves_by_node(cluster.fabric, cluster.node_count);
}

/// Leaves are drawn with the nodes below them; in another order all leaves are one box.
int leaf_size(const core::Cluster& cluster) {
  const int given = is_sorted(cluster) ? cluster.fabric.nodes_per_leaf : 0;
  return given > 0 ? std::min(given, cluster.node_count) : cluster.node_count;
}

class Overview {
 public:
  Overview(const core::Cluster& cluster, double width, const Unfolded& unfolded)
      : cluster_(cluster),
        unfolded_(unfolded),
        width_(width),
        per_leaf_(leaf_size(cluster)),
        leaves_((cluster.node_count + per_leaf_ - 1) / per_leaf_),
        node_rate_(sim::bound::rates_of_all_adapters(cluster.node).out) {
    const bool is_cut = leaves_ > kMostLeaves;
    shown_ = is_cut ? kMostLeaves - 2 : leaves_;
    const double blocks = shown_ + (is_cut ? 1 : 0);
    const double room = (width + kBlockGap) / blocks - kBlockGap - 2 * kBlockPad;
    const int fitting = static_cast<int>((room + kNodeGap) / (kLeastNodeWidth + kNodeGap));
    shape_.in_row = std::clamp(std::min(fitting, per_leaf_), 2, 16);
    shape_.node_width =
        std::clamp((room + kNodeGap) / shape_.in_row - kNodeGap, kLeastNodeWidth, kMostNodeWidth);
  }

  Picture draw() {
    const bool has_spine = leaves_ > 1;
    leaf_top_ = has_spine ? kSwitchHeight + kTierGap : 0;
    if (shown_ < leaves_ && unfolded_.contains({FoldKind::Leaves})) {
      add_groups();
    } else {
      add_leaves();
    }
    if (has_spine) add_spine();
    return std::move(picture_);
  }

 private:
  void add_leaves() {
    double x = 0;
    for (int leaf = 0; leaf < shown_; ++leaf) {
      x = add_leaf(x, leaf_title(leaf), block_of(leaf, nodes_of(leaf)));
    }
    if (shown_ < leaves_) {
      const int first = shown_ * per_leaf_;
      const NodeRange nodes{first, cluster_.node_count - first};
      x = add_leaf(x, fmt::format("{} more like these", leaves_ - shown_),
                   NodeBlock(nodes, shape_, NodeBlock::Style::OneBox, {FoldKind::Leaves}));
    }
    picture_.width = x - kBlockGap;
  }

  NodeBlock block_of(int leaf, const NodeRange& nodes) const {
    using enum NodeBlock::Style;
    const Fold fold{FoldKind::Nodes, leaf};
    return {nodes, shape_,
            nodes.count <= kMostNodes  ? Boxes
            : unfolded_.contains(fold) ? Cells
                                       : OneBox,
            fold};
  }

  NodeRange nodes_of(int leaf) const {
    const int first = leaf * per_leaf_;
    return {first, std::min(per_leaf_, cluster_.node_count - first)};
  }

  /// Of all ports of these nodes, which may differ.
  core::Bandwidth rate_of(const NodeRange& nodes) const {
    core::Bandwidth sum;
    int usual = nodes.count;
    for (const core::NodeClass& other : cluster_.others) {
      const auto first = std::ranges::lower_bound(other.nodes, nodes.first);
      const auto end = std::ranges::lower_bound(other.nodes, nodes.first + nodes.count);
      const auto count = static_cast<int>(end - first);
      if (count == 0) continue;
      usual -= count;
      sum += sim::bound::rates_of_all_adapters(other.node).out * count;
    }
    return sum + node_rate_ * usual;
  }

  /// "16 x 400 GB/s"; of nodes that differ, what they have together.
  std::string rate_text(const NodeRange& nodes) const {
    const core::Bandwidth all = rate_of(nodes);
    if (nodes.count == 1) return total_figure(all);
    const bool is_even = total_figure(all) == total_figure(node_rate_ * nodes.count);
    return is_even ? fmt::format("{} x {}", nodes.count, total_figure(node_rate_))
                   : fmt::format("{} nodes: {}", nodes.count, total_figure(all));
  }

  /// All leaf switches, in rows: one line stands for those to each of them.
  void add_groups() {
    const auto words = [this](int leaf) {
      const core::Bandwidth up = rate_of(nodes_of(leaf)) / cluster_.fabric.oversubscription;
      return LeafGroups::Words{leaf_title(leaf), total_figure(up) + " up"};
    };
    const Picture groups = cluster::draw({cluster_.node_count, per_leaf_, width_, words});
    place(groups, {0, leaf_top_}, picture_);
    picture_.width = groups.width;
    picture_.height = leaf_top_ + groups.height;
    const double narrow = cluster_.fabric.oversubscription;
    const core::Bandwidth all = rate_of({0, cluster_.node_count}) / narrow;
    const core::Bandwidth each = node_rate_ * (per_leaf_ / narrow);
    add_line(groups.width / 2, {kSwitchHeight, leaf_top_}, all,
             core::is_even(cluster_)
                 ? fmt::format("{} x {}", leaves_, total_figure(each))
                 : fmt::format("{} leaf switches: {}", leaves_, total_figure(all)));
  }

  [[nodiscard]] bool has_rails() const { return cluster_.fabric.kind == FabricKind::RailOptimised; }

  std::string leaf_title(int leaf) const {
    if (cluster_.fabric.kind == FabricKind::Unspecified) return "the network between nodes";
    const bool has_order = !is_sorted(cluster_);
    if (leaves_ == 1 && !has_rails()) return has_order ? "leaf switches" : "one switch";
    if (leaves_ == 1) return "leaf switches of the rails";
    if (has_rails()) return fmt::format("rail group {}", leaf);
    const bool has_groups = cluster_.fabric.kind == FabricKind::Dragonfly;
    return fmt::format("{} {}", has_groups ? "group" : "leaf switch", leaf);
  }

  std::string leaf_detail() const {
    if (cluster_.fabric.kind == FabricKind::Unspecified) return std::string(kAssumed);
    if (!is_sorted(cluster_)) return core::order_text(cluster_);
    const auto ports = cluster_.node.of_kind(core::DeviceKind::NicPort).size();
    return has_rails()
               ? fmt::format("{}, one for each port of a node",
                             ports == 1 ? "1 leaf switch" : fmt::format("{} leaf switches", ports))
               : "";
  }

  std::optional<core::LinkKind> link_kind() const {
    if (cluster_.fabric.kind == FabricKind::Unspecified) return std::nullopt;
    return cluster_.fabric.link;
  }

  /// The left edge of the next.
  double add_leaf(double x, const std::string& title, const NodeBlock& block) {
    const core::Bandwidth all = rate_of(block.nodes());
    const Area area{x, leaf_top_, block.width(), leaf_height()};
    add_switch(area, title);
    const double top = area.bottom() + kTierGap;
    add_line(area.middle(), {area.bottom(), top}, all, rate_text(block.nodes()));
    block.add({x, top}, picture_);
    picture_.height = std::max(picture_.height, top + block.height());
    if (leaves_ > 1) {
      const core::Bandwidth out = all / cluster_.fabric.oversubscription;
      add_line(area.middle(), {kSwitchHeight, leaf_top_}, out, total_figure(out));
    }
    return area.right() + kBlockGap;
  }

  /// Room for rails as boxes of their own, where there are not too many.
  [[nodiscard]] bool shows_rails() const {
    const auto ports = cluster_.node.of_kind(core::DeviceKind::NicPort).size();
    const double width = width_of(shape_);
    return has_rails() && ports > 0 && width / static_cast<double>(ports) >= kLeastRail;
  }
  [[nodiscard]] double leaf_height() const { return shows_rails() ? 74 : kSwitchHeight; }

  void add_switch(const Area& area, const std::string& title) {
    std::string detail = leaf_detail();
    const Area head{area.x, area.y, area.width, kSwitchHeight};
    const bool is_cut = detail == kAssumed && !has_room(area, detail);
    picture_.boxes.push_back(
        {Role::Network, area, is_cut ? fmt::format("{}: {}", title, detail) : title});
    if (is_cut) detail = "not described";
    add_caption(picture_,
                {title, detail.empty() ? std::vector<std::string>() : std::vector{detail}, head});
    if (!shows_rails()) return;
    const auto rails = cluster_.node.of_kind(core::DeviceKind::NicPort).size();
    const double pitch = (area.width - 2 * kBlockPad + kNodeGap) / static_cast<double>(rails);
    for (std::size_t i = 0; i < rails; ++i) {
      const Area rail{area.x + kBlockPad + static_cast<double>(i) * pitch,
                      area.bottom() - kBlockPad - 22, pitch - kNodeGap, 22};
      add_box(picture_, {Role::Network, rail, {}}, fmt::format("rail {}", i), {});
    }
  }

  void add_line(double x, std::pair<double, double> y, core::Bandwidth bandwidth,
                const std::string& text) {
    picture_.lines.push_back(
        {link_kind(), {{x, y.first}, {x, y.second}}, line_width(bandwidth), text});
    picture_.lines.back().origin = origin_of_rates();
    add_plate(picture_, {x, (y.first + y.second) / 2}, text);
  }

  void add_spine() {
    const double narrow = cluster_.fabric.oversubscription;
    const std::string detail =
        narrow > 1 ? fmt::format(
                         "{:g} : 1 oversubscribed: leaf switches have that much more "
                         "bandwidth down than up",
                         narrow)
                   : "as much bandwidth up from a leaf switch as down";
    add_box(picture_, {Role::Network, {0, 0, picture_.width, kSwitchHeight}, "spine switches"},
            "spine switches", {detail});
  }

  std::string origin_of_rates() const {
    return "rates of a node's ports, added up; the network: " +
           drawing::text_of(cluster_.fabric.origin);
  }

  const core::Cluster& cluster_;
  const Unfolded& unfolded_;
  double width_;
  int per_leaf_;
  int leaves_;
  int shown_ = 0;
  NodeBlock::Shape shape_;
  core::Bandwidth node_rate_;
  double leaf_top_ = 0;
  Picture picture_;
};

}  // namespace

Picture overview(const core::Cluster& cluster, double width, const Unfolded& unfolded) {
  return Overview(cluster, width, unfolded).draw();
}

}  // namespace treering::report::drawing::cluster
