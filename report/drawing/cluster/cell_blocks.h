// Many nodes as cells (picture.h), in blocks with their numbers above, so that one finds a number.
#pragma once

#include "report/drawing/picture.h"

namespace treering::report::drawing::cluster {

/// Of many things together, width over height, as screens have it.
inline constexpr double kScreenAspect = 1.6;
// Of cells in rows.
inline constexpr double kCellPitch = Cells::kWidth + Cells::kGap;
inline constexpr double kCellRowPitch = Cells::kHeight + Cells::kGap;

/// Nodes of a cluster that follow each other.
struct NodeRange {
  int first = 0;
  int count = 0;

  [[nodiscard]] int last() const { return first + count - 1; }
};

/// "node 3", "nodes 0 to 255".
std::string text_of(const NodeRange& nodes);

class CellBlocks {
 public:
  /// \param width that is there; many blocks take more, so that they are no tower
  CellBlocks(const NodeRange& nodes, double width);

  [[nodiscard]] double width() const;
  [[nodiscard]] double height() const;
  void add(Point corner, Picture& picture) const;

 private:
  [[nodiscard]] int blocks() const;
  [[nodiscard]] Cells block(int number, Point corner) const;

  NodeRange nodes_;
  int in_row_ = 1;  // cells of a block
  int blocks_in_row_ = 1;
  double caption_ = 0;  // above each block
};

}  // namespace treering::report::drawing::cluster
