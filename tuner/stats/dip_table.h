// How large dips are by chance: quantiles of the dip of uniform samples, by simulation.
//
// Samples of a uniform distribution have, asymptotically, larger dips than those of any other
// unimodal one of a wide class (Hartigan & Hartigan 1985), so that others are called bimodal by
// mistake less often than asked. bench/dip_table.cpp prints the rows: 200,000 samples of each size,
// fixed seed. They agree with the published table of the R package diptest (qDiptab, 1,000,001
// samples of each size) to 0.3 %, in the last two columns to about 1 %.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace treering::tuner::stats {

/// Shares of uniform samples whose dip is smaller.
inline constexpr std::array kDipShares{0.1,  0.3,  0.5,   0.7,   0.8,   0.9,   0.95,
                                       0.98, 0.99, 0.995, 0.998, 0.999, 0.9995};

struct DipRow {
  std::size_t samples = 0;
  std::array<double, kDipShares.size()> dips{};
};

/// By ascending number of samples, from 4 on.
std::span<const DipRow> dip_table();

/// Probability of a dip at least as large in so many uniform samples. Between the rows
/// sqrt(samples) x dip is linear, beyond the last it stays. 0.0005 where it is less, 1 of fewer
/// than four samples.
double dip_p(double dip, std::size_t samples);

}  // namespace treering::tuner::stats
