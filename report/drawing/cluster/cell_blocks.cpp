#include "report/drawing/cluster/cell_blocks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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

}  // namespace treering::report::drawing::cluster
