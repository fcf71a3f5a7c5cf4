// How the series of charts are told apart: colours of the palette (report/drawing/colours.h) with
// dashes or shapes, so that colour alone tells none.
#pragma once

#include <string>

#include "sim/way.h"

namespace treering::report::charts {

/// Circle, square, diamond, triangle.
inline constexpr int kShapes = 4;
inline constexpr int kDiamond = 2;

/// The look of a point: each shape may be full, or hold a dot or a bar, which tell apart what has
/// one colour and shape.
constexpr int point_variant(int shape, int filling) {
  return shape % kShapes + kShapes * filling;
}

/// Dashes for a line of this colour. Colours that look alike to some readers, such as blue and sky
/// blue, have different ones.
int variant_of(int colour);

/// By NCCL's order; the first where there is none.
int colour_of(const std::string& algorithm);

/// "Ring/LL128": dashes for the protocol; "Ring": dashes for the algorithm's colour.
int dashes_of(const std::string& name, const sim::Way& way);

/// A shape for the protocol; the first for one that is left to NCCL.
int shape_of(const std::string& protocol);

}  // namespace treering::report::charts
