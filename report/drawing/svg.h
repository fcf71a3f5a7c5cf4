// A picture as SVG: self-contained, without scripts or fonts of its own, light or dark as the
// viewer prefers. Each shape has its light colours as attributes, so that viewers without style
// sheets or variables draw it right. The same picture gives the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "report/drawing/picture.h"

namespace treering::report::drawing {

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
