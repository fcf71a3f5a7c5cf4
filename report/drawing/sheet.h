// A picture as people get it: on a sheet with title and legend, and as SVG.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/drawing/picture.h"

namespace treering::report::drawing {

// A picture as people get it: title above, legend below, a margin around.

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

// A picture as SVG: self-contained, without scripts or fonts of its own, light or dark as the
// viewer prefers. Each shape has its light colours as attributes, so that viewers without style
// sheets or variables draw it right. The same picture gives the same bytes.

/// The fonts of all pictures, for an attribute.
inline constexpr std::string_view kFonts =
    "system-ui,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif";

std::string to_svg(const Picture& picture);

/// The same for a page, which gives it the colours of its theme: within an element of the class
/// "picture" that page_svg_style() holds for, where page_svg_colours() are set.
std::string page_svg(const Picture& picture);

/// Rules for a style sheet.
std::string page_svg_style();

/// Declarations of its variables: "--gpu-fill:#dcf0c4;--gpu-stroke:...".
std::string page_svg_colours(bool is_dark);

}  // namespace treering::report::drawing
