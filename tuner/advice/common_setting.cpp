#include "tuner/advice/common_setting.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "tuner/advice/setting.h"

namespace treering::tuner::advice {
namespace {

using Outcomes = std::vector<std::optional<SettingAdvice>>;

struct Rated {
  Outcomes outcomes;
  double log_gain = 0;  // over the collectives that are advised on
};

/// As a version reads it for a collective: the oldest take NCCL_ALGO for all_reduce alone.
sim::Filter as_read(sim::Filter filter, core::Collective collective, const Question& question) {
  const bool is_of_all_reduce =
      question.lists.unlisted == sim::nccl::versions::Unlisted::AllReduceOnly;
  if (is_of_all_reduce && collective != core::Collective::AllReduce) filter.algorithms.clear();
  return filter;
}

bool is_advised(const Question& question, core::Collective collective) {
  return std::ranges::find(question.advised, collective) != question.advised.end();
}

/// Nothing where some collective loses, fails, or leaves what the question allows.
std::optional<Rated> rate(const sim::Filter& filter,
                          const std::vector<std::vector<Sample>>& samples,
                          const Question& question) {
  Rated rated;
  bool is_of_use = false;
  for (std::size_t i = 0; i < question.all.size(); ++i) {
    const core::Collective collective = question.all[i];
    const bool is_asked = is_advised(question, collective);
    auto outcome = outcome_of(as_read(filter, collective, question), samples[i],
                              is_asked ? question.filter : sim::Filter());
    if (!outcome) return std::nullopt;
    const bool is_changed = differs_from_usual(*outcome);
    if (is_changed && !outcome->is_worth_it()) return std::nullopt;
    if (is_changed && is_asked) {
      is_of_use = true;
      rated.log_gain += std::log(outcome->gain.mean);
    }
    rated.outcomes.push_back(is_changed ? std::move(outcome) : std::nullopt);
  }
  return is_of_use ? std::optional(std::move(rated)) : std::nullopt;
}

}  // namespace

Outcomes best_common_setting(const sim::AlternativesOf& alternatives, const Question& question) {
  constexpr double kRounding = 1e-9;  // of equals the earlier restricts less
  std::vector<std::vector<Sample>> samples;
  std::vector<Sample> all;
  for (const core::Collective collective : question.all) {
    samples.push_back(samples_of(alternatives, collective, question.sizes));
    std::ranges::copy(samples.back(), std::back_inserter(all));
  }
  std::optional<Rated> best;
  for (const sim::Filter& filter : possible_settings(all)) {
    auto rated = rate(filter, samples, question);
    if (!rated) continue;
    if (!best || rated->log_gain > best->log_gain + kRounding) best = std::move(rated);
  }
  return best ? std::move(best->outcomes) : Outcomes();
}

}  // namespace treering::tuner::advice
