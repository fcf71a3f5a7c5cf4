// A picture as SVG: self-contained, without scripts or fonts of its own, light or dark as the
// viewer prefers. The same picture gives the same bytes.
#pragma once

#include <string>

#include "report/drawing/picture.h"

namespace treering::report::drawing {

std::string to_svg(const Picture& picture);

/// The same for a page, which gives it its colours: within an element of the class "picture" that
/// page_svg_style() holds for, where page_svg_colours() are set.
std::string page_svg(const Picture& picture);

/// Rules for a style sheet.
std::string page_svg_style();

/// Declarations of its variables: "--gpu-fill:#dcf0c4;--gpu-stroke:...".
std::string page_svg_colours(bool is_dark);

}  // namespace treering::report::drawing
