// Regret over the share of all measurements.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "bench/tune_regret/cases.h"

namespace treering::bench {

inline constexpr std::array kShares{0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0};

/// Over cases and seeds.
struct Sums {
  double regret = 0;
  double worst = 0;
  double share = 0;  // that was measured
  int count = 0;
};

Sums& operator+=(Sums& sums, const Sums& more);

/// By share.
using Curve = std::array<Sums, kShares.size()>;

/// Of all strategies, in their order.
struct Played {
  const Case* one = nullptr;
  std::vector<Curve> curves;
};

/// Of one strategy over all cases.
Curve mean_curve(const std::vector<Played>& all, std::size_t strategy);

/// Every strategy's, as SVG.
void draw(const std::vector<Played>& all, const std::string& file);

}  // namespace treering::bench
