#include "report/drawing/cluster/leaf_groups.h"

#include <algorithm>
#include <cmath>

#include "report/drawing/cluster/node_block.h"
#include "report/drawing/device_boxes.h"

namespace treering::report::drawing::cluster {
namespace {

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

}  // namespace

Picture draw(const LeafGroups& groups) {
  return Groups(groups).draw();
}

}  // namespace treering::report::drawing::cluster
