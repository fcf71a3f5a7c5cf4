#include "tuner/doctor/odd_ones.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace treering::tuner::doctor {
namespace {

constexpr double kEqual = 0.01;

bool is_equal(double a, double b) {
  return std::abs(a - b) <= kEqual * std::max(std::abs(a), std::abs(b));
}

}  // namespace

std::optional<OddOnes> odd_ones(const std::vector<core::DeviceId>& devices,
                                const std::function<double(core::DeviceId)>& figure) {
  std::vector<double> figures(devices.size());
  std::ranges::transform(devices, figures.begin(), figure);
  for (const double usual : figures) {
    const auto equal =
        std::ranges::count_if(figures, [&](double other) { return is_equal(other, usual); });
    if (2 * static_cast<std::size_t>(equal) <= devices.size()) continue;
    OddOnes odd{usual, {}};
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (figures[i] < usual && !is_equal(figures[i], usual)) odd.less.push_back(devices[i]);
    }
    if (odd.less.empty()) return std::nullopt;
    return odd;
  }
  return std::nullopt;
}

}  // namespace treering::tuner::doctor
