#include "hw/formats/hwloc/link_speed.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "hw/catalogue/link_rates.h"

namespace treering::hw::formats::hwloc {
namespace {

constexpr std::array kWidths{16, 8, 4, 2, 1};

// Payload of the GT/s of a lane: 8b/10b, 128b/130b, and flits, as hw/catalogue/link_rates.cpp has
// them.
constexpr std::array kShares{8.0 / 10, 128.0 / 130, 242.0 / 256};

constexpr std::array kRates{2.5, 5.0, 8.0, 16.0, 32.0, 64.0, 128.0};

bool may_have(double gt_per_s, double share) {
  constexpr double kGeneration3 = 8;
  constexpr double kGeneration6 = 64;
  if (share == kShares[0]) return gt_per_s < kGeneration3;
  return share == kShares[1] || gt_per_s >= kGeneration6;
}

/// hwloc prints six decimals; the lowest figure has three digits.
bool is_same(double a, double b) {
  constexpr double kTolerance = 1e-4;
  return std::abs(a / b - 1) < kTolerance;
}

bool fits(double gb_per_s, double gt_per_s, int lanes) {
  return std::ranges::any_of(kShares, [&](double share) {
    return may_have(gt_per_s, share) && is_same(gb_per_s, gt_per_s * share / 8 * lanes);
  });
}

/// As the kernel writes it.
std::string_view text_of_rate(double gt_per_s) {
  // 16 lanes after encoding: closer to this generation than to any other.
  return catalogue::closest_link_speed(core::Bandwidth::from_gb_per_s(gt_per_s * kShares[1] * 2),
                                       16);
}

}  // namespace

SplitLinkSpeed split_link_speed(double gb_per_s) {
  SplitLinkSpeed found;
  for (const int lanes : kWidths) {
    for (const double gt_per_s : kRates) {
      if (!fits(gb_per_s, gt_per_s, lanes)) continue;
      found.is_only = !found.fits;
      if (!found.fits) found = {text_of_rate(gt_per_s), lanes, true, true};
    }
  }
  if (found.fits) return found;
  return {catalogue::closest_link_speed(core::Bandwidth::from_gb_per_s(gb_per_s), kWidths[0]),
          kWidths[0], false, false};
}

}  // namespace treering::hw::formats::hwloc
