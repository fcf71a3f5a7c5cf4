// The curves of ways between ranks.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>

namespace treering::gui::stage {

/// What bends a way between its ends: a cubic Bezier curve, with upright pieces at its ends.
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

}  // namespace treering::gui::stage
