// Where ranks stand when a run is shown: nodes as cards, the GPUs of each in a circle, so that a
// ring looks like one.
#pragma once

#include <QPointF>
#include <QRectF>
#include <vector>

namespace treering::gui::stage {

struct Extent {
  int ranks = 1;
  int nodes = 1;
  std::vector<int> switches;  // what combines in the network: the node of each; -1: it is not used
};

struct Arrangement {
  std::vector<QPointF> places;  // by agent: its middle
  std::vector<QRectF> nodes;    // cards
  std::vector<int> node_of;     // by agent; -1: it is not shown
  double radius = 0;            // of a rank
  QRectF plane;
};

/// Up to a dozen nodes stand in a circle, more in rows. Ranks of a node have consecutive numbers,
/// as NCCL's have.
Arrangement arrange(const Extent& extent);

}  // namespace treering::gui::stage
