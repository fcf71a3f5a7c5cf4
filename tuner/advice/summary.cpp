#include "tuner/advice/summary.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "tuner/advice/recommend.h"
#include "tuner/advice/setting.h"

namespace treering::tuner::advice {
namespace {

using sim::Alternative;

std::vector<sim::Piece<std::string>> choices_of(const sim::AlternativesOf& alternatives,
                                                core::Collective collective,
                                                const std::vector<std::uint64_t>& sizes) {
  const auto value_at = [&](std::uint64_t bytes) {
    const auto all = alternatives(collective, bytes);
    const Alternative* const chosen = sim::nccl_choice(all);
    if (chosen == nullptr || chosen->way.algorithm.empty()) return std::string();
    return text_of(chosen->way);
  };
  std::set<std::uint64_t> samples = octave_samples(sizes.front(), sizes.back());
  samples.insert(sizes.begin(), sizes.end());
  return sim::pieces(value_at, std::vector(samples.begin(), samples.end()));
}

/// Collects what forcing costs, size by size.
class ForcedMeter {
 public:
  void add(std::uint64_t bytes, const std::vector<Alternative>& all) {
    const Alternative* const usual = sim::nccl_choice(all);
    for (const Alternative& alternative : all) {
      if (!alternative.has_failed_search) entry(alternative.way.algorithm);
    }
    for (ForcedCost& forced : costs_) {
      const Alternative* const best = sim::fastest(all, {{forced.algorithm}, {}});
      if (best == nullptr) {
        forced.is_everywhere = false;
        continue;
      }
      const double slowdown = 1 / gain_over(usual, best);
      if (forced.worst_at != 0 && slowdown <= forced.worst) continue;
      forced.worst = slowdown;
      forced.worst_at = bytes;
    }
    ++sizes_before_;
  }

  std::vector<ForcedCost> costs() const { return costs_; }

 private:
  void entry(const std::string& algorithm) {
    const bool is_known = std::any_of(costs_.begin(), costs_.end(), [&](const ForcedCost& cost) {
      return cost.algorithm == algorithm;
    });
    if (!is_known) costs_.push_back({algorithm, 1, 0, sizes_before_ == 0});
  }

  std::vector<ForcedCost> costs_;
  int sizes_before_ = 0;
};

}  // namespace

Summary summarise(const SummarySource& source, const sim::bound::WireBound& bound,
                  const SummaryQuestion& question) {
  Summary summary;
  if (question.sizes.empty()) return summary;
  summary.choices = choices_of(source.choices, question.collective, question.sizes);
  const sim::bound::CutLevel* const limit = bound.tightest(question.collective);
  GainMeter gains;
  ForcedMeter forced;
  for (const std::uint64_t bytes : question.sizes) {
    const auto all = source.alternatives(question.collective, bytes);
    const Alternative* const best = sim::fastest(all, question.filter);
    if (best == nullptr) continue;
    gains.add(bytes, gain_over(sim::nccl_choice(all), best));
    if (question.filter.allows_all()) forced.add(bytes, all);
    const core::Duration least = bound.time(question.collective, core::Bytes::of(bytes));
    if (limit == nullptr || least.in_us() <= 0 || best->estimate->time.in_us() <= 0) continue;
    const ShareOfBound reach{least / best->estimate->time, bytes, limit->name,
                             bound.tightest_rate(question.collective),
                             core::Bytes::of(bytes) / least};
    if (!summary.greatest_reach || reach.share > summary.greatest_reach->share) {
      summary.greatest_reach = reach;
    }
    if (bytes == question.sizes.back()) summary.reach_at_last = reach;
  }
  summary.gain = gains.gain();
  summary.forced = forced.costs();
  return summary;
}

}  // namespace treering::tuner::advice
