// Text and figures as HTML and SVG take them.
#pragma once

#include <string>

#include "core/text/markup.h"

namespace treering::report::drawing {

using core::escaped;
using core::escaped_lines;

/// To tenths of a pixel, without zeros at the end.
std::string pixels(double value);

}  // namespace treering::report::drawing
