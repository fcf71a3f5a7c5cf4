#include "report/drawing/columns.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace treering::report::drawing {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Topology;

constexpr double kLeafWidth = 92;
constexpr double kPortWidth = 70;
constexpr double kCpuWidth = 150;
constexpr double kGap = 10;     // between siblings
constexpr double kCpuGap = 74;  // between columns: the rate of the link between them fits
constexpr double kCpuHeight = 46;
constexpr double kBoxHeight = 42;
constexpr double kGpuHeight = 60;
constexpr double kPortHeight = 44;
constexpr double kPortGap = 16;
constexpr double kRowPitch = kBoxHeight + 44;
// So many equal siblings are still shown one by one.
constexpr std::size_t kMostSiblings = 8;

double height_of(DeviceKind kind) {
  if (kind == DeviceKind::Cpu) return kCpuHeight;
  if (kind == DeviceKind::Gpu) return kGpuHeight;
  return kind == DeviceKind::NicPort ? kPortHeight : kBoxHeight;
}

/// The facts about a port that a drawing shows.
auto look_of_port(const core::Device& device) {
  const auto& port = std::get<core::NicPort>(device.info);
  return std::tuple(port.speed_mbps, port.gpu_direct_rdma);
}

/// The column of each device, its depth, and which devices are folded.
struct Tree {
  std::vector<DeviceId> order;  // parents before their children
  std::vector<std::vector<DeviceId>> children;
  std::vector<int> depth;
  int gpu_depth = 0;
};

class Layout {
 public:
  Layout(const Topology& node, std::vector<DeviceId> roots, const Unfolded& unfolded)
      : node_(node), unfolded_(unfolded) {
    columns_.roots = std::move(roots);
    columns_.places.resize(node.devices().size());
    tree_.children.resize(node.devices().size());
    tree_.depth.resize(node.devices().size());
  }

  Columns lay() {
    grow();
    measure();
    double x = 0;
    for (const DeviceId root : columns_.roots) {
      place(root).area.x = x;
      x += place(root).area.width + kCpuGap;
    }
    columns_.width = std::max(0.0, x - kCpuGap);
    for (const DeviceId id : tree_.order) put_children(id);
    for (const DeviceId id : tree_.order) put_in_row(id);
    return std::move(columns_);
  }

 private:
  Placed& place(DeviceId id) { return columns_.places[static_cast<std::size_t>(id)]; }
  std::vector<DeviceId>& children(DeviceId id) {
    return tree_.children[static_cast<std::size_t>(id)];
  }
  int& depth(DeviceId id) { return tree_.depth[static_cast<std::size_t>(id)]; }
  DeviceKind kind(DeviceId id) const { return node_.device(id).kind(); }

  void grow() {
    tree_.order = columns_.roots;
    for (const DeviceId root : tree_.order) depth(root) = kind(root) == DeviceKind::Cpu ? 0 : 1;
    for (std::size_t i = 0; i < tree_.order.size(); ++i) {
      const DeviceId id = tree_.order[i];
      place(id).device = id;
      if (kind(id) == DeviceKind::Gpu) tree_.gpu_depth = std::max(tree_.gpu_depth, depth(id));
      fold_children(id);
      for (const DeviceId child : children(id)) {
        depth(child) = depth(id) + 1;
        tree_.order.push_back(child);
      }
    }
  }

  /// Many adapters that look alike become one.
  void fold_children(DeviceId id) {
    const std::vector<DeviceId> all = node_.children_of(id);
    const Fold fold{FoldKind::Devices, id};
    const bool is_unfolded = unfolded_.contains(fold);
    for (const DeviceId child : all) {
      const bool is_leaf = kind(child) == DeviceKind::NicPort || kind(child) == DeviceKind::Nic ||
                           node_.children_of(child).empty();
      auto& shown = children(id);
      const bool may_fold =
          all.size() > kMostSiblings && is_leaf && !shown.empty() && kind(child) != DeviceKind::Gpu;
      const bool is_like = may_fold && look_alike(shown.back(), child);
      if (is_like) add_handle(shown.back(), {fold, is_unfolded});
      if (is_like && !is_unfolded) {
        place(shown.back()).folded.push_back(child);
      } else {
        shown.push_back(child);
      }
    }
  }

  /// What is unfolded below a device has one for all: at the first.
  void add_handle(DeviceId id, const Handle& handle) {
    const bool is_first = with_handle_.insert(handle.fold.of).second;
    if (is_first || !handle.is_unfolded) place(id).handle = handle;
  }

  /// Kind, link up, ports.
  bool look_alike(DeviceId a, DeviceId b) const {
    if (kind(a) != kind(b)) return false;
    if (kind(a) == DeviceKind::NicPort) {
      return look_of_port(node_.device(a)) == look_of_port(node_.device(b));
    }
    const core::Link* const up = up_[static_cast<std::size_t>(a)];
    const core::Link* const other = up_[static_cast<std::size_t>(b)];
    if ((up == nullptr) != (other == nullptr)) return false;
    if (up != nullptr && up->bandwidth != other->bandwidth) return false;
    const auto ports = node_.children_of(a);
    const auto others = node_.children_of(b);
    return std::equal(ports.begin(), ports.end(), others.begin(), others.end(),
                      [&](DeviceId x, DeviceId y) { return look_alike(x, y); });
  }

  void measure() {
    for (std::size_t i = tree_.order.size(); i-- > 0;) {
      const DeviceId id = tree_.order[i];
      double width = kind(id) == DeviceKind::Cpu ? kCpuWidth : kLeafWidth;
      const bool is_one_of_many =
          kind(id) == DeviceKind::NicPort && children(node_.parent_of(id)).size() > 1;
      if (is_one_of_many) width = kPortWidth;
      width = std::max(width, width_below(id));
      place(id).area = {0, 0, width, height_of(kind(id))};
    }
  }

  double width_below(DeviceId id) {
    double width = -gap_below(id);
    for (const DeviceId child : children(id)) width += place(child).area.width + gap_below(id);
    return width;
  }
  double gap_below(DeviceId id) const { return kind(id) == DeviceKind::Nic ? 2 : kGap; }

  void put_children(DeviceId id) {
    const Area& above = place(id).area;
    double x = above.x + (above.width - width_below(id)) / 2;
    for (const DeviceId child : children(id)) {
      place(child).area.x = x;
      x += place(child).area.width + gap_below(id);
    }
  }

  void put_in_row(DeviceId id) {
    Area& area = place(id).area;
    if (kind(id) == DeviceKind::NicPort) {
      area.y = place(node_.parent_of(id)).area.bottom() + kPortGap;
    } else {
      const int row = kind(id) == DeviceKind::Gpu ? tree_.gpu_depth : depth(id);
      area.y = row == 0 ? 0 : kCpuHeight + 44 + (row - 1) * kRowPitch;
    }
    if (kind(id) == DeviceKind::Gpu) columns_.gpu_bottom = area.bottom();
    columns_.bottom = std::max(columns_.bottom, area.bottom());
  }

  const Topology& node_;
  const Unfolded& unfolded_;
  UpLinks up_ = links_up(node_);
  std::set<DeviceId> with_handle_;  // devices above what folds
  Tree tree_;
  Columns columns_;
};

}  // namespace

UpLinks links_up(const Topology& node) {
  UpLinks up(node.devices().size(), nullptr);
  for (const core::Link& link : node.links()) {
    if (link.kind != core::LinkKind::Pcie || node.parent_of(link.from) != link.to) continue;
    up[static_cast<std::size_t>(link.from)] = &link;
  }
  return up;
}

Columns lay_columns(const Topology& node, std::vector<DeviceId> roots, const Unfolded& unfolded) {
  return Layout(node, std::move(roots), unfolded).lay();
}

}  // namespace treering::report::drawing
