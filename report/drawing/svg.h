// A picture as SVG: self-contained, without scripts or fonts of its own, light or dark as the
// viewer prefers. The same picture gives the same bytes.
#pragma once

#include <string>

#include "report/drawing/picture.h"

namespace treering::report::drawing {

std::string to_svg(const Picture& picture);

}  // namespace treering::report::drawing
