// Runs of the same on one cluster: how far they differ is how good a prediction can be.
#pragma once

#include <span>

#include "tuner/calibration/score.h"

namespace treering::tuner::calibration {

/// Each row that has replicates, predicted by their mean (of logarithms). A replicate has the same
/// cluster, collective, size, nodes, ranks and forced choice, but another id.
std::vector<Scored> predicted_by_replicates(std::span<const Observation* const> observations);

}  // namespace treering::tuner::calibration
