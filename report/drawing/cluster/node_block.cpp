#include "report/drawing/cluster/node_block.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "report/drawing/device_boxes.h"

namespace treering::report::drawing::cluster {
namespace {

constexpr double kNodeHeight = 26;

}  // namespace

double width_of(const NodeBlock::Shape& shape) {
  return shape.in_row * (shape.node_width + kNodeGap) - kNodeGap + 2 * kBlockPad;
}

void add_node_handle(const NodeRange& nodes, const Area& area, const Handle& handle,
                     Picture& picture) {
  add_box(picture,
          {.role = Role::Host,
           .area = area,
           .tip = text_of(nodes),
           .handle = handle,
           .first_of = nodes.first,
           .nodes = nodes.count},
          core::counted(nodes.count, "node"), {});
}

NodeBlock::NodeBlock(const NodeRange& nodes, const Shape& shape, Style style, const Fold& fold)
    : nodes_(nodes),
      shape_(shape),
      style_(style),
      fold_(fold),
      cells_(nodes, width_of(shape) - 2 * kBlockPad) {}

double NodeBlock::width() const {
  const double boxes = width_of(shape_);
  return style_ == Style::Cells ? std::max(boxes, cells_.width() + 2 * kBlockPad) : boxes;
}

double NodeBlock::height() const {
  if (style_ == Style::Cells) return kNodeHeight + cells_.height() + 3 * kBlockPad;
  const int rows = style_ == Style::OneBox ? 1 : (nodes_.count + shape_.in_row - 1) / shape_.in_row;
  return rows * (kNodeHeight + kNodeGap) - kNodeGap + 2 * kBlockPad;
}

void NodeBlock::add(Point corner, Picture& picture) const {
  picture.boxes.push_back({Role::Panel, {corner.x, corner.y, width(), height()}, {}});
  const Point inner{corner.x + kBlockPad, corner.y + kBlockPad};
  if (style_ == Style::Boxes) return add_boxes(inner, picture);
  const bool is_unfolded = style_ == Style::Cells;
  add_node_handle(nodes_, {inner.x, inner.y, width() - 2 * kBlockPad, kNodeHeight},
                  {fold_, is_unfolded}, picture);
  if (!is_unfolded) return;
  const double left = corner.x + (width() - cells_.width()) / 2;
  cells_.add({left, inner.y + kNodeHeight + kBlockPad}, picture);
}

void NodeBlock::add_boxes(Point corner, Picture& picture) const {
  for (int i = 0; i < nodes_.count; ++i) {
    const int row = i / shape_.in_row;
    const Area area{corner.x + i % shape_.in_row * (shape_.node_width + kNodeGap),
                    corner.y + row * (kNodeHeight + kNodeGap), shape_.node_width, kNodeHeight};
    const int node = nodes_.first + i;
    add_box(picture, {.role = Role::Host, .area = area, .tip = {}, .node = node},
            fmt::format("node {}", node), {});
  }
}

}  // namespace treering::report::drawing::cluster
