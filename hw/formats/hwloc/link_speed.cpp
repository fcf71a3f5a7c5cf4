#include "hw/formats/hwloc/link_speed.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "hw/catalogue/links.h"

namespace treering::hw::formats::hwloc {
namespace {

constexpr std::array kWidths{16, 8, 4, 2, 1};

// hwloc's figures are of either encoding, whatever the generation.
constexpr std::array kShares{catalogue::kPayload8b10b, catalogue::kPayload128b130b,
                             catalogue::kPayloadFlit};

bool may_have(double gt_per_s, double share) {
  constexpr double kGeneration3 = 8;
  constexpr double kGeneration6 = 64;
  if (share == catalogue::kPayload8b10b) return gt_per_s < kGeneration3;
  return share == catalogue::kPayload128b130b || gt_per_s >= kGeneration6;
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

}  // namespace

SplitLinkSpeed split_link_speed(double gb_per_s) {
  SplitLinkSpeed found;
  for (const int lanes : kWidths) {
    for (const catalogue::PcieGeneration& generation : catalogue::kPcieGenerations) {
      if (!fits(gb_per_s, generation.gt_per_s, lanes)) continue;
      found.is_only = !found.fits;
      if (!found.fits) found = {generation.text, lanes, true, true};
    }
  }
  if (found.fits) return found;
  return {catalogue::closest_link_speed(core::Bandwidth::from_gb_per_s(gb_per_s), kWidths[0]),
          kWidths[0], false, false};
}

}  // namespace treering::hw::formats::hwloc
