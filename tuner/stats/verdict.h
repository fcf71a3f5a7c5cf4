// Whether configurations became faster or slower: before and after, with ties called ties.
//
//   Same        the interval of the ratio after / before lies within the margin: evidence that
//               nothing that matters has changed. A difference that is sure but this small is Same.
//   Faster      the adjusted p value is at most 1 - level, and the whole interval is below 1
//   Slower      likewise, above 1
//   Undecided   all else: too few samples, or too noisy ones. No evidence of a difference is no
//               evidence of sameness (Altman & Bland, "Absence of evidence is not evidence of
//               absence", BMJ 311 (1995), 485).
//
// Test: rank sum (two_samples.h), adjusted over all configurations that are judged together
// (multiplicity.h). Ratio and interval: Hodges and Lehmann's, of logarithms (two_samples.h). Same
// is the interval's rule of equivalence testing (Schuirmann, "A comparison of the two one-sided
// tests procedure ...", Journal of Pharmacokinetics and Biopharmaceutics 15 (1987), 657-680), which
// asks for an interval at 1 - 2 alpha; ours at 95 % keeps each false Same below 2.5 %. It is not
// adjusted for their number.
//
// Units, which the test takes as independent:
//   launches   where either side has several: the median of each (dependent_samples.h). The verdict
//   holds
//              for fresh starts. At 95 % it takes four on each side, or 3 and 5, or 2 and 8; more
//              where many configurations are judged (least_rank_sum_p).
//   blocks     where each side has one: medians of so many samples in a row as their
//              autocorrelation needs (dependent_samples.h), the same number on both sides. The
//              verdict holds for these two launches alone: where starts differ by 1 %, 28 % of
//              equal pairs are called different, by 5 %, 82 % (bench_coverage). It is no
//              verdict on before and after.
//
// The test supposes that both sides have the same shape: where medians are equal and spreads are
// not, it sees a difference too often, the more so if the side that scatters more has fewer
// launches (Pratt, "Robustness of some procedures for the two-sample location problem", Journal of
// the American Statistical Association 59 (1964), 665-680; bench_coverage).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tuner/stats/dependent_samples.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

enum class Verdict { Faster, Slower, Same, Undecided };

/// "faster", "slower", "same", "undecided".
std::string_view name_of(Verdict verdict);

enum class Units { LaunchMedians, BlockMedians };

/// Times of one configuration, all positive.
struct BeforeAfter {
  Launches before;
  Launches after;
};

struct VerdictRule {
  double margin = 0.02;  // ratios from 1 / 1.02 to 1.02 are the same
  double level = kLevel;
};

struct Judgement {
  Verdict verdict = Verdict::Undecided;
  double ratio = 1;  // of the times, after / before; of the medians where no interval
  std::optional<Interval> interval;  // of the ratio; none where the units are too few
  double p = 1;                      // of no difference
  double adjusted_p = 1;             // for all configurations that were judged together
  double slower_share = 0.5;         // probability that a unit after takes longer than one before
  Units units = Units::LaunchMedians;
  std::size_t before_units = 0;
  std::size_t after_units = 0;
};

/// The fewest launches on each side with which the rank sum test can tell so many configurations
/// apart, adjusted. \pre 0 < level < 1
std::size_t launches_to_decide(std::size_t configurations, double level = kLevel);

/// Whether the test can tell one of so many configurations apart that has so many launches, without
/// regard to what the others show.
bool can_decide(std::size_t configurations, std::size_t before, std::size_t after,
                double level = kLevel);

/// In the order given. Undecided where a side has no samples, which is no test either. All that are
/// looked at belong into one call, or p is adjusted for too few. \pre finite, positive samples
std::vector<Judgement> judge(std::span<const BeforeAfter> configurations,
                             const VerdictRule& rule = {});

}  // namespace treering::tuner::stats
