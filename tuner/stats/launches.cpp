#include "tuner/stats/launches.h"

#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

std::vector<double> launch_medians(std::span<const std::vector<double>> launches) {
  std::vector<double> medians;
  for (const std::vector<double>& samples : launches) {
    if (!samples.empty()) medians.push_back(median(samples));
  }
  return medians;
}

}  // namespace treering::tuner::stats
