#include <algorithm>
#include <cmath>

#include "tuner/stats/modes.h"

namespace treering::tuner::stats {
namespace {

constexpr std::array kRows{
    DipRow{4,
           {0.12500, 0.12500, 0.12500, 0.13217, 0.15748, 0.18754, 0.20721, 0.22361, 0.23166,
            0.23719, 0.24198, 0.24432, 0.24613}},
    DipRow{5,
           {0.10000, 0.10000, 0.12159, 0.14746, 0.16117, 0.17669, 0.18638, 0.19355, 0.19655,
            0.19816, 0.19925, 0.19962, 0.19983}},
    DipRow{6,
           {0.08333, 0.10377, 0.12299, 0.14054, 0.14936, 0.15908, 0.16470, 0.17864, 0.19156,
            0.20203, 0.21229, 0.21931, 0.22439}},
    DipRow{7,
           {0.08186, 0.10329, 0.11785, 0.13051, 0.13676, 0.14469, 0.16017, 0.17551, 0.18434,
            0.19153, 0.19854, 0.20273, 0.20549}},
    DipRow{8,
           {0.08193, 0.09962, 0.11105, 0.12057, 0.12553, 0.14185, 0.15403, 0.16622, 0.17321,
            0.17907, 0.18656, 0.19423, 0.20132}},
    DipRow{9,
           {0.08040, 0.09507, 0.10414, 0.11248, 0.12299, 0.13642, 0.14670, 0.15723, 0.16439,
            0.17274, 0.18278, 0.18938, 0.19465}},
    DipRow{10,
           {0.07805, 0.09031, 0.09778, 0.10994, 0.11877, 0.13043, 0.13960, 0.15083, 0.15933,
            0.16696, 0.17552, 0.18050, 0.18478}},
    DipRow{12,
           {0.07235, 0.08142, 0.09107, 0.10288, 0.11005, 0.12014, 0.12995, 0.14122, 0.14855,
            0.15510, 0.16300, 0.16887, 0.17442}},
    DipRow{15,
           {0.06420, 0.07448, 0.08363, 0.09313, 0.09970, 0.11014, 0.11867, 0.12873, 0.13587,
            0.14237, 0.15000, 0.15564, 0.15983}},
    DipRow{20,
           {0.05683, 0.06600, 0.07335, 0.08249, 0.08834, 0.09727, 0.10520, 0.11468, 0.12100,
            0.12704, 0.13438, 0.13951, 0.14457}},
    DipRow{30,
           {0.04742, 0.05514, 0.06149, 0.06899, 0.07402, 0.08157, 0.08819, 0.09620, 0.10178,
            0.10703, 0.11298, 0.11730, 0.12120}},
    DipRow{50,
           {0.03766, 0.04377, 0.04891, 0.05484, 0.05883, 0.06493, 0.07027, 0.07678, 0.08125,
            0.08557, 0.09052, 0.09452, 0.09813}},
    DipRow{100,
           {0.02743, 0.03180, 0.03548, 0.03978, 0.04269, 0.04712, 0.05105, 0.05577, 0.05904,
            0.06217, 0.06610, 0.06893, 0.07166}},
    DipRow{200,
           {0.01975, 0.02292, 0.02559, 0.02869, 0.03083, 0.03398, 0.03680, 0.04024, 0.04267,
            0.04503, 0.04787, 0.05003, 0.05194}},
    DipRow{500,
           {0.01275, 0.01474, 0.01646, 0.01846, 0.01981, 0.02185, 0.02369, 0.02588, 0.02737,
            0.02886, 0.03066, 0.03205, 0.03321}},
    DipRow{1000,
           {0.00911, 0.01054, 0.01175, 0.01317, 0.01413, 0.01561, 0.01694, 0.01851, 0.01959,
            0.02059, 0.02189, 0.02292, 0.02385}},
    DipRow{2000,
           {0.00647, 0.00749, 0.00836, 0.00936, 0.01005, 0.01109, 0.01201, 0.01314, 0.01390,
            0.01462, 0.01547, 0.01608, 0.01677}},
    DipRow{5000,
           {0.00412, 0.00476, 0.00531, 0.00595, 0.00639, 0.00706, 0.00765, 0.00838, 0.00889,
            0.00936, 0.00991, 0.01033, 0.01074}},
};

constexpr std::size_t kLeastSamples = 4;
constexpr double kRoundingOfDip = 1e-9;

/// sqrt(samples) x dip of that share.
double height_of(const DipRow& row, std::size_t share) {
  return std::sqrt(static_cast<double>(row.samples)) * row.dips.at(share);
}

/// Between the two rows around `samples`.
std::array<double, kDipShares.size()> heights_of(std::size_t samples) {
  const auto above = std::ranges::lower_bound(kRows, samples, {}, &DipRow::samples);
  const DipRow& upper = above == kRows.end() ? kRows.back() : *above;
  const DipRow& lower = upper.samples <= samples ? upper : *(above - 1);
  const double way = lower.samples == upper.samples
                         ? 0
                         : static_cast<double>(samples - lower.samples) /
                               static_cast<double>(upper.samples - lower.samples);
  std::array<double, kDipShares.size()> heights{};
  for (std::size_t i = 0; i < heights.size(); ++i) {
    heights.at(i) = (1 - way) * height_of(lower, i) + way * height_of(upper, i);
  }
  return heights;
}

}  // namespace

std::span<const DipRow> dip_table() {
  return kRows;
}

double dip_p(double dip, std::size_t samples) {
  if (samples < kLeastSamples) return 1;
  const auto count = static_cast<double>(samples);
  const double height = std::sqrt(count) * dip;
  double below = 0.5 / std::sqrt(count);  // the least dip, 1 / (2n)
  if (height <= below * (1 + kRoundingOfDip)) return 1;
  const auto heights = heights_of(samples);
  double share = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (height <= heights.at(i)) {
      const double way = (height - below) / (heights.at(i) - below);
      return 1 - share - way * (kDipShares.at(i) - share);
    }
    below = std::max(below, heights.at(i));
    share = kDipShares.at(i);
  }
  return 1 - share;
}

}  // namespace treering::tuner::stats
