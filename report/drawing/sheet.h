// A picture as people get it: title above, legend below, a margin around.
#pragma once

#include <string>

#include "report/drawing/picture.h"

namespace treering::report::drawing {

struct Heading {
  std::string title;
  std::string subtitle;  // may be long: it is cut to the width
};

/// Pixels around everything.
inline constexpr double kMargin = 24;

/// Adds title and subtitle. Returns the upper edge of what stands below them. \param width of what
/// is between the margins
double add_heading(const Heading& heading, double width, Picture& sheet);

/// `body` with its heading and a line for each kind of link that it has.
Picture on_sheet(const Picture& body, const Heading& heading);

}  // namespace treering::report::drawing
