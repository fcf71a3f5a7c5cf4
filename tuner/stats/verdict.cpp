#include "tuner/stats/verdict.h"

#include <algorithm>
#include <cmath>

#include "tuner/stats/dependent_samples.h"
#include "tuner/stats/multiplicity.h"
#include "tuner/stats/quantiles.h"
#include "tuner/stats/two_samples.h"

namespace treering::tuner::stats {
namespace {

// P values that are exactly what the level leaves count in spite of rounding.
constexpr double kRoundingOfP = 1e-12;

struct TwoSides {
  std::vector<double> before;
  std::vector<double> after;
  Units units = Units::LaunchMedians;
  double ratio_of_medians = 1;
};

double ratio_of(std::span<const double> before, std::span<const double> after) {
  return before.empty() || after.empty() ? 1 : median(after) / median(before);
}

/// The samples of the only launch that has any; nothing where several have.
std::span<const double> only_launch(const Launches& launches) {
  std::span<const double> only;
  for (const std::vector<double>& samples : launches) {
    if (samples.empty()) continue;
    if (!only.empty()) return {};
    only = samples;
  }
  return only;
}

/// 2 tau - 1: blocks as long as the autocorrelation time tau still depend on each other, and
/// independent samples stay alone.
std::size_t block_length(std::span<const double> samples) {
  const double time = static_cast<double>(samples.size()) / effective_samples(samples);
  return static_cast<std::size_t>(std::ceil(2 * time - 1));
}

/// The samples behind the last whole block are left out.
std::vector<double> block_medians(std::span<const double> samples, std::size_t length) {
  std::vector<double> medians;
  for (std::size_t begin = 0; begin + length <= samples.size(); begin += length) {
    medians.push_back(median(samples.subspan(begin, length)));
  }
  return medians;
}

TwoSides units_of(const BeforeAfter& configuration) {
  const auto before = only_launch(configuration.before);
  const auto after = only_launch(configuration.after);
  if (before.empty() || after.empty()) {
    TwoSides sides{launch_medians(configuration.before), launch_medians(configuration.after)};
    sides.ratio_of_medians = ratio_of(sides.before, sides.after);
    return sides;
  }
  // A short series that depends on itself throughout is one block: it has a ratio, and no verdict.
  const std::size_t length =
      std::min({std::max(block_length(before), block_length(after)), before.size(), after.size()});
  return {block_medians(before, length), block_medians(after, length), Units::BlockMedians,
          ratio_of(before, after)};
}

/// All but what depends on the other configurations.
Judgement compared(const TwoSides& sides, double level) {
  Judgement found;
  found.units = sides.units;
  found.before_units = sides.before.size();
  found.after_units = sides.after.size();
  if (sides.before.empty() || sides.after.empty()) return found;
  const RankSum test = rank_sum(sides.before, sides.after);
  const Shift ratio = ratio_between(sides.before, sides.after, level);
  found.p = test.p;
  found.slower_share = test.superiority;
  // Few units are no sample of the ratios: then it is that of the medians, as they are shown.
  found.ratio = ratio.interval ? ratio.estimate : sides.ratio_of_medians;
  found.interval = ratio.interval;
  return found;
}

Verdict verdict_of(const Judgement& found, const VerdictRule& rule) {
  if (!found.interval) return Verdict::Undecided;
  const Interval& ratio = *found.interval;
  const double most = 1 + rule.margin;
  if (ratio.low >= 1 / most && ratio.high <= most) return Verdict::Same;
  if (found.adjusted_p > 1 - rule.level + kRoundingOfP) return Verdict::Undecided;
  if (ratio.high < 1) return Verdict::Faster;
  return ratio.low > 1 ? Verdict::Slower : Verdict::Undecided;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Faster:
      return "faster";
    case Verdict::Slower:
      return "slower";
    case Verdict::Same:
      return "same";
    case Verdict::Undecided:
      return "undecided";
  }
  return {};
}

std::size_t launches_to_decide(std::size_t configurations, double level) {
  std::size_t launches = 1;
  while (!can_decide(configurations, launches, launches, level)) ++launches;
  return launches;
}

bool can_decide(std::size_t configurations, std::size_t before, std::size_t after, double level) {
  const auto tests = static_cast<double>(configurations);
  return tests * least_rank_sum_p(before, after) <= 1 - level + kRoundingOfP;
}

std::vector<Judgement> judge(std::span<const BeforeAfter> configurations, const VerdictRule& rule) {
  std::vector<Judgement> found;
  std::vector<double> p_values;
  std::vector<std::size_t> tested;
  for (const BeforeAfter& configuration : configurations) {
    found.push_back(compared(units_of(configuration), rule.level));
    if (found.back().before_units == 0 || found.back().after_units == 0) continue;
    tested.push_back(found.size() - 1);
    p_values.push_back(found.back().p);
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    Judgement& judgement = found[tested[i]];
    judgement.adjusted_p = adjusted[i];
    judgement.verdict = verdict_of(judgement, rule);
  }
  return found;
}

}  // namespace treering::tuner::stats
