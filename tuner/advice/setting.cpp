#include "tuner/advice/setting.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace treering::tuner::advice {

namespace {

using sim::Alternative;

constexpr std::string_view kAlwaysThere = "Ring";  // carries every collective, with Simple

std::string label(const Alternative& alternative) {
  return text_of(alternative.way);
}

/// Algorithms other than Ring that carry the collective at some size.
std::vector<std::string> other_algorithms(const std::vector<Sample>& samples) {
  std::vector<std::string> others;
  for (const Sample& sample : samples) {
    for (const Alternative& alternative : sample.alternatives) {
      const std::string& name = alternative.way.algorithm;
      const bool is_known = std::find(others.begin(), others.end(), name) != others.end();
      if (name != kAlwaysThere && !is_known) others.push_back(name);
    }
  }
  return others;
}

/// Every list of algorithms with Ring in it, longer ones first. The empty list comes before all:
/// it restricts nothing, as the full one would.
std::vector<std::vector<std::string>> algorithm_lists(const std::vector<Sample>& samples) {
  const std::vector<std::string> others = other_algorithms(samples);
  std::vector<std::vector<std::string>> lists;
  for (unsigned set = 0; set + 1 < 1U << others.size(); ++set) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if ((set >> i & 1U) != 0) list.push_back(others[i]);
    }
    list.emplace_back(kAlwaysThere);
    lists.push_back(std::move(list));
  }
  std::stable_sort(lists.begin(), lists.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  lists.insert(lists.begin(), std::vector<std::string>());
  return lists;
}

std::vector<std::vector<std::string>> protocol_lists() {
  return {{}, {"LL", "Simple"}, {"Simple"}};
}

/// Equal outcomes differ by rounding at most; the earlier list restricts less.
bool is_better(const SettingAdvice& advice, const SettingAdvice& before) {
  constexpr double kRounding = 1e-9;
  if (advice.is_worth_it() != before.is_worth_it()) return advice.is_worth_it();
  return advice.gain.mean > before.gain.mean * (1 + kRounding);
}

}  // namespace

double gain_over(const Alternative* usual, const Alternative* choice) {
  if (usual == nullptr || choice == nullptr || !usual->estimate || !choice->estimate) return 1;
  if (usual->estimate->time == choice->estimate->time) return 1;  // also when both are zero
  return usual->estimate->time / choice->estimate->time;
}

void GainMeter::add(std::uint64_t bytes, double gain) {
  if (count_ == 0 || gain < gain_.least) {
    gain_.least = gain;
    gain_.least_at = bytes;
  }
  if (count_ == 0 || gain > gain_.greatest) {
    gain_.greatest = gain;
    gain_.greatest_at = bytes;
  }
  log_sum_ += std::log(gain);
  ++count_;
}

Gain GainMeter::gain() const {
  Gain result = gain_;
  if (count_ > 0) result.mean = std::exp(log_sum_ / count_);
  return result;
}

std::vector<Sample> samples_of(const sim::AlternativesOf& alternatives, core::Collective collective,
                               const std::vector<std::uint64_t>& sizes) {
  std::vector<Sample> samples;
  for (const std::uint64_t bytes : sizes) {
    samples.push_back({bytes, alternatives(collective, bytes)});
  }
  return samples;
}

std::vector<sim::Filter> possible_settings(const std::vector<Sample>& samples) {
  std::vector<sim::Filter> filters;
  for (const auto& protocols : protocol_lists()) {
    for (const auto& algorithms : algorithm_lists(samples)) {
      filters.push_back({algorithms, protocols});
    }
  }
  return filters;
}

std::optional<SettingAdvice> outcome_of(const sim::Filter& filter,
                                        const std::vector<Sample>& samples,
                                        const sim::Filter& allowed) {
  SettingAdvice advice;
  advice.filter = filter;
  GainMeter meter;
  GainMeter changed;
  for (const Sample& sample : samples) {
    const Alternative* const choice = sim::nccl_choice(sample.alternatives, filter);
    const Alternative* const usual = sim::nccl_choice(sample.alternatives);
    if (choice == nullptr || !allowed.allows(*choice)) return std::nullopt;
    if (choice->has_failed_search && choice != usual) return std::nullopt;
    const double gain = gain_over(usual, choice);
    meter.add(sample.bytes, gain);
    if (choice != usual) changed.add(sample.bytes, gain);
    advice.outcomes.push_back({sample.bytes, label(*choice), label(*usual), gain});
  }
  advice.gain = meter.gain();
  advice.mean_where_changed = changed.gain().mean;
  return advice;
}

bool differs_from_usual(const SettingAdvice& advice) {
  return std::any_of(advice.outcomes.begin(), advice.outcomes.end(),
                     [](const auto& outcome) { return outcome.choice != outcome.usual; });
}

std::optional<SettingAdvice> best_setting(const sim::AlternativesOf& alternatives,
                                          core::Collective collective, const Question& question) {
  const std::vector<Sample> samples = samples_of(alternatives, collective, question.sizes);
  std::optional<SettingAdvice> best;
  for (const sim::Filter& filter : possible_settings(samples)) {
    auto advice = outcome_of(filter, samples, question.filter);
    if (!advice || !differs_from_usual(*advice)) continue;
    if (!best || is_better(*advice, *best)) best = std::move(advice);
  }
  return best;
}

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
