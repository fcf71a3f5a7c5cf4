#include "tuner/tune/prior.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::tune {
namespace {

double square(double x) {
  return x * x;
}

double octaves_between(const Grid& grid, Cell one, Cell other) {
  return std::log2(static_cast<double>(grid.sizes[one.size])) -
         std::log2(static_cast<double>(grid.sizes[other.size]));
}

bool has_model(const Grid& grid) {
  return std::ranges::any_of(grid.expected_us, [](const auto& us) { return us.has_value(); });
}

/// With a model, what the cost model gets wrong on machines that it was not fitted to
/// (docs/validation.md: median 15 to 25 %). Without, times over all sizes may be anything.
Prior usual_prior(const Grid& grid) {
  if (has_model(grid)) return {0.4, 6, 0.2, 0.2, 3, 0.05};
  return {3, 6, 0.6, 0.6, 3, 0.05};
}

/// Each factor that is not 1 makes it half as likely.
PossiblePrior with_factors(PossiblePrior one, double level, double change, double octaves,
                           double jump) {
  one.prior.level *= level;
  one.prior.change *= change;
  one.prior.change_octaves *= octaves;
  one.prior.jump *= jump;
  for (const double factor : {level, change, octaves, jump}) {
    if (factor != 1.0) one.preference -= std::numbers::ln2;
  }
  return one;
}

}  // namespace

double covariance_of(const Grid& grid, const Prior& prior, Cell one, Cell other) {
  const double octaves = octaves_between(grid, one, other);
  const auto smooth = [&](double over) { return std::exp(-square(octaves / over) / 2); };
  double result = square(prior.common) * smooth(prior.common_octaves);
  if (one.way != other.way) return result;
  result += square(prior.level) + square(prior.change) * smooth(prior.change_octaves);
  if (one.size == other.size) result += square(prior.jump);
  return result;
}

std::vector<double> expected_of(const Grid& grid) {
  std::vector<double> result(grid.cells());
  if (!has_model(grid)) return result;
  for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
    std::vector<double> known;
    for (std::size_t way = 0; way < grid.ways.size(); ++way) {
      const auto& us = grid.expected_us[grid.index_of({size, way})];
      if (us) known.push_back(std::log(*us));
    }
    const double middle = known.empty() ? 0 : stats::quantile(known, 0.5);
    for (std::size_t way = 0; way < grid.ways.size(); ++way) {
      const std::size_t cell = grid.index_of({size, way});
      result[cell] = grid.expected_us[cell] ? std::log(*grid.expected_us[cell]) : middle;
    }
  }
  return result;
}

std::vector<PossiblePrior> possible_priors(const Grid& grid) {
  const PossiblePrior usual{usual_prior(grid), 0};
  std::vector<PossiblePrior> result;
  for (const double level : {0.5, 1.0, 2.0}) {
    for (const double change : {0.4, 1.0, 2.0}) {
      for (const double octaves : {0.6, 1.0, 1.7}) {
        for (const double jump : {0.4, 1.0, 2.5}) {
          result.push_back(with_factors(usual, level, change, octaves, jump));
        }
      }
    }
  }
  return result;
}

}  // namespace treering::tuner::tune
