// Where ranks stand when a run is shown: nodes as cards, the GPUs of each in a circle, so that a
// ring looks like one.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QStringList>
#include <cstddef>
#include <vector>

namespace treering::gui::stage {

/// Cards of at most so many nodes stand in a circle, of more in rows.
constexpr int kMostInCircle = 12;

struct Extent {
  static constexpr int kNetwork = -2;

  int ranks = 1;
  int nodes = 1;
  // What combines and copies: the node of each, or kNetwork between nodes; -1: it is not used.
  std::vector<int> switches;
};

/// A node, or a part of a picture that stands for one.
struct Card {
  QRectF area;
  int node = 0;
  bool is_root = false;     // of a tree
  bool is_network = false;  // of no node: switches between them
};

/// A text whose size on the screen is fixed.
struct Caption {
  QPointF at;         // the middle of its left edge, or of all of it
  QStringList words;  // the first that fits is shown: the longest stands first
  double room = 0;    // its breadth on the plane
  double tall = 0;    // its height there; 0: any
  Qt::AlignmentFlag side = Qt::AlignLeft;
  bool is_title = false;  // larger
  // In a row of names at equal distances; where there is no room for all, every second, fourth ...
  // is shown. -1: it stands alone.
  int in_row = -1;
  bool is_alike = false;  // all that are have the same words, or every second, fourth ... has
};

/// Ranks of a node beside each other in a ring: degrees from the top, clockwise.
struct Arc {
  QPointF middle;
  double radius = 0;
  double from = 0;
  double span = 0;
  int node = 0;
};

/// Where agents stand. In some pictures all of them stand several times, once for each of several
/// patterns of channels: places are counted copy by copy.
struct Arrangement {
  int agents = 0;
  std::vector<QPointF> places;  // by copy and agent: its middle
  std::vector<int> card_of;     // likewise; -1: it is not shown
  std::vector<Card> cards;
  std::vector<Arc> arcs;
  std::vector<Caption> captions;
  double radius = 0;  // of a rank
  QRectF plane;
  bool has_frames = true;  // cards are drawn
  bool has_ports = false;  // ways between cards lead from edge to edge, not from rank to rank

  int copies() const { return agents == 0 ? 0 : static_cast<int>(places.size()) / agents; }
  /// Of an agent in a copy, or in the last where there are fewer.
  std::size_t place(int copy, int agent) const;
  int agent_at(std::size_t place) const { return static_cast<int>(place) % agents; }
};

/// "node 3", or shorter.
QStringList node_words(int node);

/// The plane around all cards, and what is on it already.
void frame(Arrangement& arrangement);

/// Pixels of a rank's radius, and from a rank to the edge of its card.
inline constexpr double kRankRadius = 16;
inline constexpr double kCardPad = 22;

/// Likewise in a tree, whose cards have a column of its own for the rank that leaves the node.
inline constexpr double kTreePad = 12;

/// The radius of the circle in which the ranks of a node stand, around its switch if it has one.
double circle_of_node(int ranks, bool has_switch);
/// From the top, clockwise.
QPointF on_circle(int i, int count, double radius);

/// Up to a dozen nodes stand in a circle, more in rows. Ranks of a node have consecutive numbers,
/// as NCCL's have.
Arrangement arrange(const Extent& extent);

}  // namespace treering::gui::stage
