// How figures in JSON and CSV are rounded.
#pragma once

namespace treering::core {

/// To hundredths, below 10 to four significant digits: no model and no measurement says more of a
/// time in us, a bandwidth in GB/s or a share. Below 1e-6 it is 0, which is what is left of
/// subtractions. The one rule for all JSON and CSV.
double rounded(double value);

}  // namespace treering::core
