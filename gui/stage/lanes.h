// Lanes as they are painted: curves, or straight lines where there are many or nodes are small.
#pragma once

#include <QPainter>
#include <map>
#include <tuple>

#include "gui/stage/layers.h"

namespace treering::gui::stage {

/// Curves that are painted, each under its ends and colour.
using PaintedCurves = std::map<std::tuple<int, int, int>, std::size_t>;

/// The lanes of a look, as many at a time as a frame has room for: ten thousand curves take a
/// second.
class Lanes {
 public:
  /// Goes on where it has ended; whether all are painted now.
  bool paint(QPainter& painter, const Look& look);

 private:
  std::size_t next_ = 0;
  PaintedCurves curves_;
};

}  // namespace treering::gui::stage
