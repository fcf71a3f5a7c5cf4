// Where ranks stand when a run is shown: nodes as cards, the GPUs of each in a circle, so that a
// ring looks like one.
#pragma once

#include <QPointF>
#include <QRectF>
#include <vector>

namespace treering::gui::stage {

struct Extent {
  int ranks = 1;
  int agents = 1;  // ranks, then what combines in the network
  int nodes = 1;
};

struct Arrangement {
  std::vector<QPointF> places;  // by agent: its middle
  std::vector<QRectF> nodes;    // cards
  std::vector<int> node_of;     // by agent; -1: outside all nodes
  double radius = 0;            // of a rank
  QRectF plane;
};

/// Up to a dozen nodes stand in a circle, more in rows. Ranks of a node have consecutive numbers,
/// as NCCL's have.
Arrangement arrange(const Extent& extent);

}  // namespace treering::gui::stage
