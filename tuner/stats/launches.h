// Samples by launch, the start of fresh processes.
//
// Samples of one launch share what its start decided: where memory lies, which clocks and channels
// were taken, who else runs. They are not independent, and more of them say nothing about the next
// launch. Launches are the units that repeat (Kalibera & Jones, "Rigorous benchmarking in
// reasonable time", ISMM'13).
#pragma once

#include <span>
#include <vector>

namespace treering::tuner::stats {

using Launches = std::vector<std::vector<double>>;  // samples of each in time order

/// Of each launch that has samples, in the order of the launches. \pre finite
std::vector<double> launch_medians(std::span<const std::vector<double>> launches);

}  // namespace treering::tuner::stats
