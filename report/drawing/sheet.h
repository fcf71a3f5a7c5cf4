// A picture as people get it: title above, legend below, a margin around.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/drawing/picture.h"

namespace treering::report::drawing {

struct Heading {
  std::string title;
  std::string subtitle;  // may be long: it is cut to the width
  Frame frame = Frame::Sheet;
};

/// A kind of line, as wide as its widest, within reason.
struct LegendEntry {
  std::optional<core::LinkKind> kind;
  double width = 0;
};

inline constexpr std::string_view kLegendNote =
    "wider lines carry more; rates are GB/s in one direction";

/// The kinds of lines that a picture without a legend has, in order.
std::vector<LegendEntry> legend_of(const Picture& body);
std::string name_of(const LegendEntry& entry);

/// Pixels around everything.
inline constexpr double kMargin = 24;

/// Adds title and subtitle. Returns the upper edge of what stands below them. \param width of what
/// is between the margins
double add_heading(const Heading& heading, double width, Picture& sheet);

/// `body` with its heading and a line for each kind of link that it has; as it is where it has no
/// frame.
Picture on_sheet(const Picture& body, const Heading& heading);

}  // namespace treering::report::drawing
