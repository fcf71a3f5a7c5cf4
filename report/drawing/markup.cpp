#include "report/drawing/markup.h"

#include <cmath>

#include <fmt/format.h>

namespace treering::report::drawing {

std::string pixels(double value) {
  return fmt::format("{:g}", std::round(value * 10) / 10);
}

}  // namespace treering::report::drawing
