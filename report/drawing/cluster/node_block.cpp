#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/units.h"
#include "report/drawing/cluster/overview.h"
#include "report/drawing/device_boxes.h"

namespace treering::report::drawing::cluster {

namespace {

constexpr int kInRow = 16;
constexpr int kMostInBlock = kInRow * kInRow;
constexpr double kCaption = 26;
constexpr double kCaptionText = 12;
constexpr double kBlockSpace = 14;  // between blocks
constexpr double kBlockWidth = kInRow * kCellPitch - Cells::kGap;
constexpr double kBlockHeight = kInRow * kCellRowPitch - Cells::kGap;

/// Somewhat fewer in a row than fit, where all rows are full then.
int full_rows(int count, int fitting) {
  for (int in_row = fitting; 4 * in_row >= 3 * fitting; --in_row) {
    if (count % in_row == 0) return in_row;
  }
  return fitting;
}

}  // namespace

std::string text_of(const NodeRange& nodes) {
  return nodes.count == 1 ? fmt::format("node {}", nodes.first)
                          : fmt::format("nodes {} to {}", nodes.first, nodes.last());
}

CellBlocks::CellBlocks(const NodeRange& nodes, double width) : nodes_(nodes) {
  if (nodes_.count <= kMostInBlock) {
    const int fitting = static_cast<int>((width + Cells::kGap) / kCellPitch);
    in_row_ = full_rows(nodes_.count, std::clamp(fitting, 1, std::max(nodes_.count, 1)));
    return;
  }
  in_row_ = kInRow;
  caption_ = kCaption;
  const double height = kCaption + kBlockHeight + kBlockSpace;
  const int even = static_cast<int>(
      std::lround(std::sqrt(kScreenAspect * blocks() * height / (kBlockWidth + kBlockSpace))));
  const int fitting = static_cast<int>((width + kBlockSpace) / (kBlockWidth + kBlockSpace));
  blocks_in_row_ = std::clamp(std::max(even, fitting), 1, blocks());
}

int CellBlocks::blocks() const {
  return caption_ == 0 ? 1 : (nodes_.count + kMostInBlock - 1) / kMostInBlock;
}

Cells CellBlocks::block(int number, Point corner) const {
  if (caption_ == 0) return {corner, nodes_.first, nodes_.count, in_row_};
  const int before = number * kMostInBlock;
  const int row = number / blocks_in_row_;
  const Point at{corner.x + number % blocks_in_row_ * (kBlockWidth + kBlockSpace),
                 corner.y + kCaption + row * (kCaption + kBlockHeight + kBlockSpace)};
  return {at, nodes_.first + before, std::min(kMostInBlock, nodes_.count - before), in_row_};
}

double CellBlocks::width() const {
  return caption_ == 0 ? block(0, {}).area().width
                       : blocks_in_row_ * (kBlockWidth + kBlockSpace) - kBlockSpace;
}

double CellBlocks::height() const {
  if (caption_ == 0) return block(0, {}).area().height;
  const int rows = (blocks() + blocks_in_row_ - 1) / blocks_in_row_;
  return rows * (kCaption + kBlockHeight + kBlockSpace) - kBlockSpace;
}

void CellBlocks::add(Point corner, Picture& picture) const {
  for (int i = 0; i < blocks(); ++i) {
    const Cells cells = block(i, corner);
    picture.cells.push_back(cells);
    if (caption_ == 0) continue;
    const Area room{cells.at.x, cells.at.y - kCaption, kBlockWidth, kCaption};
    picture.labels.push_back({{cells.at.x, cells.at.y - 8},
                              text_of(NodeRange{cells.first, cells.count}),
                              kCaptionText,
                              Anchor::Start,
                              Tone::Strong,
                              room});
  }
}

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
