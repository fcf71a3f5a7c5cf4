// Runs of the same on one cluster: how far they differ is how good a prediction can be.
#pragma once

#include <span>

#include "tuner/calibration/score.h"

namespace treering::tuner::calibration {

/// Each row that has twins, predicted by the mean of theirs (of logarithms). A twin has the same
/// cluster, collective, size, nodes, ranks and forced choice, but another id.
std::vector<Scored> predicted_by_twins(std::span<const Observation* const> observations);

}  // namespace treering::tuner::calibration
