// The overview of a cluster: its switches tier by tier, and blocks of nodes below them.
#pragma once

#include "core/topology/cluster.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing::cluster {

// Many nodes as cells (picture.h), in blocks with their numbers above, so that one finds a number.

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

// The nodes below a leaf switch on a ground of their own: as boxes in rows; where they are many as
// one box, or unfolded as cells.

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

// The switches between the nodes of a cluster, tier by tier, with the nodes below them.

/// \param width that is there; what is unfolded may take more
Picture overview(const core::Cluster& cluster, double width, const Unfolded& unfolded);

}  // namespace treering::report::drawing::cluster
