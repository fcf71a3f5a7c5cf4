// Whether enough has been measured: the interval of the median is narrow enough.
//
// Hoefler & Belli, "Scientific benchmarking of parallel computing systems", SC'15:
// measure until the interval of the median at the level asked lies within a given share of it. The
// share counts to the farther end of the interval: half its width where it is symmetric. So "2.5 %"
// means that the true median is within 2.5 % of the one reported.
//
// What the interval covers depends on what repeats (dependent_samples.h):
//   one launch      the median that this launch would show if it went on as it did. Says nothing of
//                   what changes more slowly than the samples were taken, nor about the
//                   next launch. Neighbours in time count by their effective number.
//   more launches   the median over all launches of the median that a launch shows: half of all
//                   fresh starts show less. The units are the medians of the launches, taken as
//                   independent; how many samples each launch had does not count.
// Fewer units than the level needs (six at 95 %) give their range with the lower coverage that it
// has: 50 % for two launches, 75 % for three, 87.5 % for four, 93.75 % for five.
//
// Whoever looks again and again and stops at the first narrow interval stops a little too early:
// the coverage holds in the limit of narrow intervals (Chow & Robbins, "On the asymptotic theory of
// fixed-width sequential confidence intervals for the mean", Annals of Mathematical Statistics 36
// (1965), 457-462). And the first narrow interval may be one whose samples seem independent and are
// not. So a launch is not settled before it has as many samples as it takes to see how they depend
// on each other (`least`), and says as much as `least_effective` independent ones. Nor is it while
// its samples rise or fall (drift.h): the median is that of no state that lasts.
// bench_coverage prints how often the intervals of series that stop by these rules cover.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

struct StoppingRule {
  double most_error = 0.025;  // share of the median, to the farther end of its interval
  double level = kLevel;
  std::size_t least = 30;       // samples of a launch, or launches
  double least_effective = 20;  // independent ones that say as much
  std::size_t most = 1000;

  bool operator==(const StoppingRule&) const = default;
};

/// Six launches are the fewest that reach 95 %.
inline constexpr StoppingRule kLaunchRule{.least = 6, .least_effective = 6, .most = 30};

/// How many samples there should be when the interval is looked at next: `least` first, then twice
/// as many each time, so that few looks find a narrow interval by chance. \param tried samples so
/// far
std::size_t next_look(std::size_t tried, const StoppingRule& rule);

enum class Stopping {
  TooFew,   // less than the rule's least, or too few to reach the level
  TooWide,  // the interval is wider than asked
  Moving,   // as narrow as asked, but the samples rise or fall (drift.h)
  Settled,  // as narrow as asked
  GivenUp,  // as many as the rule allows, and not settled
};

/// What the interval of a median speaks for.
enum class Scope { ThisLaunch, AnyLaunch };

struct Precision {
  double median = 0;
  Interval interval;  // where its coverage is below the level asked, all that can be said
  double error = 0;   // from the median to the farther end, as a share of the median
  Stopping stopping = Stopping::TooFew;
  Scope scope = Scope::ThisLaunch;
  std::size_t units = 0;  // samples, or launches
  double effective = 0;   // as many independent units say the same
};

/// Of samples of one launch, in time order. Without samples too few or given up.
/// \pre finite
Precision precision_of_launch(std::span<const double> samples, const StoppingRule& rule = {});

/// Of launches; those without samples do not count. One launch is too few, or given up, however
/// narrow its own interval, which is the one returned. \pre finite
Precision precision_of_launches(std::span<const std::vector<double>> launches,
                                const StoppingRule& rule = kLaunchRule);

}  // namespace treering::tuner::stats
