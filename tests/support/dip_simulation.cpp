#include "tests/support/dip_simulation.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "tuner/stats/modes.h"
#include "tuner/stats/quantiles.h"

namespace treering::test {
namespace {

constexpr std::uint64_t kSeed = 1985;

/// Between 0 and 1, neither. The standard fixes the bits of the engine, not of its distributions.
double draw(std::mt19937_64& dice) {
  return (static_cast<double>(dice() >> 11U) + 0.5) * 0x1p-53;
}

/// Uniform order statistics, up to a factor, which no dip sees: sums of exponential spacings
/// (David & Nagaraja, "Order Statistics", 3rd ed. 2003, chapter 2).
void draw_ascending(std::mt19937_64& dice, std::vector<double>& samples) {
  double sum = 0;
  for (double& sample : samples) {
    sum -= std::log(draw(dice));
    sample = sum;
  }
}

}  // namespace

tuner::stats::DipRow simulated_dips(std::size_t samples, std::size_t simulations) {
  std::mt19937_64 dice(kSeed);
  std::vector<double> sample(samples);
  std::vector<double> dips;
  dips.reserve(simulations);
  for (std::size_t i = 0; i < simulations; ++i) {
    draw_ascending(dice, sample);
    dips.push_back(tuner::stats::dip(sample));
  }
  tuner::stats::DipRow row{samples, {}};
  const std::vector<double> ascending = tuner::stats::sorted(dips);
  for (std::size_t i = 0; i < tuner::stats::kDipShares.size(); ++i) {
    const double place = tuner::stats::kDipShares.at(i) * static_cast<double>(simulations - 1);
    row.dips.at(i) = ascending[static_cast<std::size_t>(std::lround(place))];
  }
  return row;
}

}  // namespace treering::test
