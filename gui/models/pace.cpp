#include "gui/models/pace.h"

#include <algorithm>
#include <cmath>

namespace treering::gui::models {
namespace {

constexpr std::size_t kParts = 512;
constexpr double kForLength = 0.25;

}  // namespace

Pace::Pace(const std::vector<double>& events, double end_us) : end_us_(end_us) {
  std::vector<double> counts(kParts);
  double all = 0;
  for (const double us : events) {
    if (us < 0 || us > end_us || end_us <= 0) continue;
    const auto part = static_cast<std::size_t>(us / end_us * kParts);
    ++counts[std::min(part, kParts - 1)];
    ++all;
  }
  const double for_length = all > 0 ? kForLength : 1;
  shares_.reserve(kParts + 1);
  shares_.push_back(0);
  double passed = 0;
  for (std::size_t i = 0; i < kParts; ++i) {
    passed += counts[i];
    const double length = static_cast<double>(i + 1) / kParts;
    const double happened = all > 0 ? passed / all : 0;
    shares_.push_back(for_length * length + (1 - for_length) * happened);
  }
}

double Pace::share_at(double us) const {
  if (end_us_ <= 0) return 0;
  const double at = std::clamp(us / end_us_, 0.0, 1.0) * kParts;
  const auto part = std::min(static_cast<std::size_t>(at), kParts - 1);
  return std::lerp(shares_[part], shares_[part + 1], at - static_cast<double>(part));
}

double Pace::us_at(double share) const {
  const auto next = std::ranges::upper_bound(shares_, share);
  if (next == shares_.begin()) return 0;
  if (next == shares_.end()) return end_us_;
  const double low = *std::prev(next);
  const auto part = static_cast<double>(next - shares_.begin() - 1);
  return end_us_ * (part + (share - low) / (*next - low)) / kParts;
}

}  // namespace treering::gui::models
