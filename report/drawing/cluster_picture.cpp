#include "report/drawing/cluster_picture.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "report/drawing/device_boxes.h"
#include "report/drawing/machine_picture.h"
#include "report/drawing/sheet.h"
#include "sim/bound/device_rates.h"

namespace treering::report::drawing {
namespace {

using core::FabricKind;

constexpr double kSwitchHeight = 44;
constexpr double kTierGap = 46;
constexpr double kBlockGap = 22;
constexpr double kLeastNodeWidth = 60;
constexpr double kMostNodeWidth = 92;
constexpr double kNodeHeight = 26;
constexpr double kNodeGap = 6;
constexpr double kBlockPad = 8;
constexpr double kLeastRail = 52;
// More than that shows nothing new: leaf switches are equal, and so are nodes.
constexpr int kMostLeaves = 8;
constexpr int kMostNodes = 64;

int leaf_size(const core::Cluster& cluster) {
  const int given = cluster.fabric.nodes_per_leaf;
  return given > 0 ? std::min(given, cluster.node_count) : cluster.node_count;
}

/// Nodes in rows below a leaf switch, or one box for all of too many.
class NodeBlock {
 public:
  struct Shape {
    int in_row = 1;
    double node_width = kLeastNodeWidth;
  };

  NodeBlock(int first, int count, Shape shape) : first_(first), count_(count), shape_(shape) {}

  [[nodiscard]] double width() const {
    return shape_.in_row * (shape_.node_width + kNodeGap) - kNodeGap + 2 * kBlockPad;
  }
  [[nodiscard]] double height() const {
    const int rows = is_folded() ? 1 : (count_ + shape_.in_row - 1) / shape_.in_row;
    return rows * (kNodeHeight + kNodeGap) - kNodeGap + 2 * kBlockPad;
  }

  void add(Point corner, Picture& picture) const {
    picture.boxes.push_back({Role::Panel, {corner.x, corner.y, width(), height()}, {}});
    const Point inner{corner.x + kBlockPad, corner.y + kBlockPad};
    if (is_folded()) {
      const Area area{inner.x, inner.y, width() - 2 * kBlockPad, kNodeHeight};
      add_box(picture, {Role::Host, area, range()}, core::counted(count_, "node"), {});
      return;
    }
    for (int i = 0; i < count_; ++i) {
      const int column = i % shape_.in_row;
      const int row = i / shape_.in_row;
      const Area area{inner.x + column * (shape_.node_width + kNodeGap),
                      inner.y + row * (kNodeHeight + kNodeGap), shape_.node_width, kNodeHeight};
      add_box(picture, {Role::Host, area, {}}, fmt::format("node {}", first_ + i), {});
    }
  }

 private:
  [[nodiscard]] bool is_folded() const { return count_ > kMostNodes; }
  [[nodiscard]] std::string range() const {
    return fmt::format("nodes {} to {}", first_, first_ + count_ - 1);
  }

  int first_;
  int count_;
  Shape shape_;
};

class Overview {
 public:
  Overview(const core::Cluster& cluster, double width)
      : cluster_(cluster),
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
    double x = 0;
    for (int leaf = 0; leaf < shown_; ++leaf) {
      const int first = leaf * per_leaf_;
      const int count = std::min(per_leaf_, cluster_.node_count - first);
      x = add_leaf(x, leaf_title(leaf), NodeBlock(first, count, shape_), count);
    }
    if (shown_ < leaves_) {
      const int first = shown_ * per_leaf_;
      const int rest = cluster_.node_count - first;
      const std::string title = fmt::format("{} more like these", leaves_ - shown_);
      x = add_leaf(x, title, NodeBlock(first, std::max(rest, kMostNodes + 1), shape_), rest);
    }
    picture_.width = x - kBlockGap;
    if (has_spine) add_spine();
    return std::move(picture_);
  }

 private:
  [[nodiscard]] bool has_rails() const { return cluster_.fabric.kind == FabricKind::RailOptimised; }

  std::string leaf_title(int leaf) const {
    if (cluster_.fabric.kind == FabricKind::Unspecified) return "the network between nodes";
    if (leaves_ == 1 && !has_rails()) return "one switch";
    if (leaves_ == 1) return "leaf switches of the rails";
    return has_rails() ? fmt::format("rail group {}", leaf) : fmt::format("leaf switch {}", leaf);
  }

  std::string leaf_detail() const {
    if (cluster_.fabric.kind == FabricKind::Unspecified) {
      return "not described: taken to be without bottleneck";
    }
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
  double add_leaf(double x, const std::string& title, const NodeBlock& block, int nodes) {
    const Area area{x, leaf_top_, block.width(), leaf_height()};
    add_switch(area, title);
    const double top = area.bottom() + kTierGap;
    const std::string rate = nodes == 1 ? total_figure(node_rate_)
                                        : fmt::format("{} x {}", nodes, total_figure(node_rate_));
    add_line(area.middle(), {area.bottom(), top}, node_rate_ * nodes, rate);
    block.add({x, top}, picture_);
    picture_.height = std::max(picture_.height, top + block.height());
    if (leaves_ > 1) {
      const double out = nodes / cluster_.fabric.oversubscription;
      add_line(area.middle(), {kSwitchHeight, leaf_top_}, node_rate_ * out,
               total_figure(node_rate_ * out));
    }
    return area.right() + kBlockGap;
  }

  /// Room for rails as boxes of their own, where there are not too many.
  [[nodiscard]] bool shows_rails() const {
    const auto ports = cluster_.node.of_kind(core::DeviceKind::NicPort).size();
    const double width = NodeBlock(0, 1, shape_).width();
    return has_rails() && ports > 0 && width / static_cast<double>(ports) >= kLeastRail;
  }
  [[nodiscard]] double leaf_height() const { return shows_rails() ? 74 : kSwitchHeight; }

  void add_switch(const Area& area, const std::string& title) {
    const std::string detail = leaf_detail();
    const Area head{area.x, area.y, area.width, kSwitchHeight};
    picture_.boxes.push_back({Role::Network, area, title});
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

  const core::Cluster& cluster_;
  int per_leaf_;
  int leaves_;
  int shown_ = 0;
  NodeBlock::Shape shape_;
  core::Bandwidth node_rate_;
  double leaf_top_ = 0;
  Picture picture_;
};

/// `machine` on a ground of its own, below the others.
Picture with_detail(const Picture& above, const Picture& machine, const std::string& title) {
  constexpr double kPad = 18;
  constexpr double kHead = 30;
  constexpr double kGap = 30;
  Picture whole;
  const double width = machine.width + 2 * kPad;
  whole.width = std::max(above.width, width);
  place(above, {(whole.width - above.width) / 2, 0}, whole);
  const double x = (whole.width - width) / 2;
  const double y = above.height + kGap;
  whole.boxes.push_back({Role::Panel, {x, y, width, machine.height + kPad + kHead}, {}});
  whole.labels.push_back({{x + kPad, y + 20}, title, 12, Anchor::Start, Tone::Strong});
  place(machine, {x + kPad, y + kHead}, whole);
  whole.height = y + machine.height + kPad + kHead;
  return whole;
}

}  // namespace

Picture cluster_picture(const core::Cluster& cluster, const std::string& remark) {
  const core::Topology& node = cluster.node;
  const std::string lead = remark.empty() ? "" : remark + " ";
  const bool is_known = cluster.fabric.kind != FabricKind::Unspecified;
  const Picture machine =
      machine_picture(node, is_known ? std::optional(cluster.fabric.link) : std::nullopt);
  const std::string parts = fmt::format("{}{}{}", parts_of(node),
                                        node.description().empty() ? "" : ". ", node.description());
  const std::string name = node.name().empty() ? "a machine" : node.name();
  if (cluster.node_count == 1) {
    return on_sheet(machine,
                    {fmt::format("{}: {}", name,
                                 core::counted(static_cast<std::size_t>(node.gpu_count()), "GPU")),
                     lead + parts});
  }
  const int gpus = cluster.node_count * node.gpu_count();
  const Picture overview = Overview(cluster, std::max(machine.width, 900.0)).draw();
  return on_sheet(
      with_detail(overview, machine, "each node"),
      {fmt::format("{} nodes of {}: {}", cluster.node_count, name, core::counted(gpus, "GPU")),
       lead + "each node: " + parts});
}

}  // namespace treering::report::drawing
