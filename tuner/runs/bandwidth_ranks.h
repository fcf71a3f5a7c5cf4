// The number of ranks by the bandwidths of rows: busbw is algbw times a factor that depends on it
// (core::bus_factor), 1.875 in all_reduce of 16 ranks.
#pragma once

#include <limits>
#include <vector>

#include "core/call.h"
#include "tuner/runs/row_collector.h"

namespace treering::tuner::runs {

/// The factors from algbw to busbw that printed figures may stand for; of contradictions `least` is
/// above `greatest`.
struct FactorRange {
  double least = 0;
  double greatest = std::numeric_limits<double>::infinity();
};

FactorRange factor_range(const std::vector<ParsedRow>& rows);

/// 0 where the figures fit several numbers, as few digits do and calls whose factor is always 1, or
/// none.
int ranks_by_bandwidths(core::Collective collective, const std::vector<ParsedRow>& rows);

/// All numbers that the figures of all_reduce fit. Unknown for other collectives, some of which
/// once had another algbw, and for figures that contradict each other.
RankRange rank_range(core::Collective collective, const std::vector<ParsedRow>& rows);

/// The factor that makes it so, as the rows show it: busbw over algbw of the row with the most
/// digits. 0 without one.
double shown_factor(const std::vector<ParsedRow>& rows);

}  // namespace treering::tuner::runs
