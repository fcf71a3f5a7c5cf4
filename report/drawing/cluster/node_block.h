// The nodes below a leaf switch on a ground of their own: as boxes in rows; where they are many as
// one box, or unfolded as cells.
#pragma once

#include "report/drawing/cluster/cell_blocks.h"
#include "report/drawing/fold.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing::cluster {

inline constexpr double kBlockPad = 8;
inline constexpr double kNodeGap = 6;
inline constexpr double kLeastNodeWidth = 60;

class NodeBlock {
 public:
  struct Shape {
    int in_row = 1;
    double node_width = kLeastNodeWidth;
  };
  enum class Style { Boxes, OneBox, Cells };

  /// \param fold of a style other than boxes
  NodeBlock(const NodeRange& nodes, const Shape& shape, Style style, const Fold& fold);

  [[nodiscard]] const NodeRange& nodes() const { return nodes_; }
  [[nodiscard]] double width() const;
  [[nodiscard]] double height() const;
  void add(Point corner, Picture& picture) const;

 private:
  void add_boxes(Point corner, Picture& picture) const;

  NodeRange nodes_;
  Shape shape_;
  Style style_;
  Fold fold_;
  CellBlocks cells_;
};

/// The width of a block of boxes.
double width_of(const NodeBlock::Shape& shape);

/// All nodes as one box, which is clicked to unfold them or to fold them again.
void add_node_handle(const NodeRange& nodes, const Area& area, const Handle& handle,
                     Picture& picture);

}  // namespace treering::report::drawing::cluster
