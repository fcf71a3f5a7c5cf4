// Quantiles of the dip of uniform samples, by simulation with a fixed seed.
#pragma once

#include <cstddef>

#include "tuner/stats/modes.h"

namespace treering::test {

/// The row of so many samples, from so many simulated ones: what the table is made by.
tuner::stats::DipRow simulated_dips(std::size_t samples, std::size_t simulations);

}  // namespace treering::test
