// The curves of ways between ranks, and how they keep clear of ranks that they do not join.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <vector>

namespace treering::gui::stage {

// The curves of ways between ranks.

/// The bend of a way between its ends: a cubic Bezier curve, with upright pieces at its ends.
struct Bend {
  QPointF out;
  QPointF in;
  double leave = 0;   // to where the curve begins, downwards
  double arrive = 0;  // from where it ends, likewise
};

/// To the right of the straight way by so much of its length.
Bend bend_to_right(QPointF from, QPointF to, double share);
/// It leaves and arrives upright.
Bend bend_upright(QPointF from, QPointF to);
/// A way between cards of a tree, one below the other.
struct Between {
  QPointF from;
  QPointF to;
  QRectF card;  // of `from`
  QRectF other;
  double beside = 0;  // units of the plane, to the right
};

/// It leaves and arrives upright, in the columns that other ranks leave free, and crosses between
/// the cards.
Bend bend_between(const Between& way);

/// A point of it, from 0 to 1.
QPointF point_on(const Bend& bend, QPointF from, QPointF to, double share);
QPainterPath path_of(const Bend& bend, QPointF from, QPointF to);

// Ways between machines that keep clear of the ranks which they do not join.

struct Scene;

/// By lane: how far it bends to the right, as a share of its length, so that it passes no other
/// rank, where it can. Empty where ranks and ways are so many that nobody follows a single one:
/// then each bends as little as it may.
std::vector<float> clear_shares(const Scene& scene);

}  // namespace treering::gui::stage
