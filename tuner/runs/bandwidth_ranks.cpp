#include "tuner/runs/bandwidth_ranks.h"

#include <algorithm>
#include <array>

namespace treering::tuner::runs {
namespace {

void narrow(const PlacementFigures& figures, FactorRange& range) {
  if (!figures.algbw_gb_per_s || !figures.busbw_gb_per_s) return;
  const Figure& algbw = *figures.algbw_gb_per_s;
  const Figure& busbw = *figures.busbw_gb_per_s;
  if (algbw.value <= algbw.half_step) return;
  range.least =
      std::max(range.least, (busbw.value - busbw.half_step) / (algbw.value + algbw.half_step));
  range.greatest =
      std::min(range.greatest, (busbw.value + busbw.half_step) / (algbw.value - algbw.half_step));
}

}  // namespace

FactorRange factor_range(const std::vector<ParsedRow>& rows) {
  FactorRange range;
  for (const ParsedRow& row : rows) {
    if (!row.problem.empty()) continue;
    narrow(row.out_of_place, range);
    narrow(row.in_place, range);
  }
  return range;
}

namespace {

// Beyond a few hundred ranks no two factors differ by the digits that are printed.
constexpr int kMostRanks = 1024;

/// The ranks with a factor in the range; those beyond kMostRanks count as all greater ones.
RankRange ranks_within(const FactorRange& range, core::Collective collective) {
  RankRange found;
  for (int ranks = 1; ranks <= kMostRanks; ++ranks) {
    const double factor = core::bus_factor(collective, ranks);
    if (factor < range.least || factor > range.greatest) continue;
    if (!found.is_known()) found.least = ranks;
    found.most = ranks == kMostRanks ? std::numeric_limits<int>::max() : ranks;
  }
  return found;
}

}  // namespace

RankRange rank_range(core::Collective collective, const std::vector<ParsedRow>& rows) {
  if (collective != core::Collective::AllReduce) return {};
  const FactorRange range = factor_range(rows);
  constexpr double kLimit = 2;  // of 2 (n - 1) / n
  const bool is_beyond = range.least > core::bus_factor(collective, kMostRanks) &&
                         range.least < kLimit && range.least <= range.greatest;
  if (is_beyond) return {kMostRanks, std::numeric_limits<int>::max()};
  return ranks_within(range, collective);
}

int ranks_by_bandwidths(core::Collective collective, const std::vector<ParsedRow>& rows) {
  const RankRange found = ranks_within(factor_range(rows), collective);
  return found.least == found.most ? found.least : 0;
}

double shown_factor(const std::vector<ParsedRow>& rows) {
  double best = 0;
  double factor = 0;
  for (const ParsedRow& row : rows) {
    for (const PlacementFigures* const figures : std::array{&row.out_of_place, &row.in_place}) {
      if (!figures->algbw_gb_per_s || !figures->busbw_gb_per_s) continue;
      if (figures->algbw_gb_per_s->value <= best) continue;
      best = figures->algbw_gb_per_s->value;
      factor = figures->busbw_gb_per_s->value / best;
    }
  }
  return factor;
}

}  // namespace treering::tuner::runs
