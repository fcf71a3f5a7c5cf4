#include <algorithm>
#include <cmath>

#include "core/units.h"

namespace treering::core {

double rounded(double value) {
  constexpr double kNoise = 1e-6;
  constexpr int kDecimals = 2;
  constexpr int kDigits = 4;
  const double size = std::abs(value);
  if (!std::isfinite(value)) return value;
  if (size < kNoise) return 0;
  const int before_point = static_cast<int>(std::floor(std::log10(size))) + 1;
  const double scale = std::pow(10.0, std::max(kDecimals, kDigits - before_point));
  return std::round(value * scale) / scale;
}

}  // namespace treering::core
