#include "tuner/advice/recommend.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/assert.h"
#include "core/units.h"
#include "sim/pieces.h"
#include "tuner/advice/setting.h"

namespace treering::tuner::advice {

std::set<std::uint64_t> octave_samples(std::uint64_t first, std::uint64_t last) {
  TREERING_ASSERT(first <= last, "a range of sizes ascends");
  std::set<std::uint64_t> samples{first, last};
  for (std::uint64_t power = 1; power != 0 && power <= last; power *= 2) {
    for (const std::uint64_t size : {power - 1, power, power + power / 2}) {
      if (size > first && size < last) samples.insert(size);
    }
  }
  return samples;
}

namespace {

using sim::Alternative;
using sim::AlternativesOf;

/// Where advice begins and ends, too.
std::vector<std::uint64_t> samples_for(const Question& question) {
  std::set<std::uint64_t> samples = octave_samples(1, kLargestBuffer);
  for (const std::uint64_t edge : {question.sizes.front(), question.sizes.back()}) {
    if (edge > 1) samples.insert(edge - 1);
    samples.insert({edge, edge + 1});
  }
  return {samples.begin(), samples.end()};
}

struct Choice {
  sim::Way way;  // with the most channels of any call
  bool is_advised = false;
  bool operator==(const Choice&) const = default;
};

/// The choice for one size of one collective.
Choice choice_at(const std::vector<Alternative>& alternatives, const sim::Filter* filter) {
  const Alternative* chosen = filter == nullptr ? nullptr : advised(alternatives, *filter);
  const bool is_advised = chosen != nullptr;
  if (!is_advised) chosen = sim::recommendable_choice(alternatives);
  if (chosen == nullptr) return {};
  return {{chosen->way.algorithm, chosen->way.protocol, chosen->max_channels}, is_advised};
}

/// Each choice with the sizes from its first on; the first and the last reach to the ends.
std::vector<RangeAdvice> whole_range(const std::vector<sim::Piece<Choice>>& pieces) {
  std::vector<RangeAdvice> ranges;
  for (const auto& piece : pieces) {
    const Choice& choice = piece.value;
    ranges.push_back({piece.first, piece.last, choice.way, choice.is_advised});
  }
  ranges.front().first = 0;
  ranges.back().last = kAnySize;
  return ranges;
}

std::vector<RangeAdvice> ranges_of(const AlternativesOf& alternatives, core::Collective collective,
                                   const Question& question, bool is_advised) {
  const auto value_at = [&](std::uint64_t bytes) {
    const bool is_asked =
        is_advised && bytes >= question.sizes.front() && bytes <= question.sizes.back();
    return choice_at(alternatives(collective, bytes), is_asked ? &question.filter : nullptr);
  };
  return whole_range(sim::pieces(value_at, samples_for(question)));
}

std::vector<RangeAdvice> own_choices(const AlternativesOf& alternatives,
                                     core::Collective collective) {
  const auto value_at = [&](std::uint64_t bytes) {
    Choice choice = choice_at(alternatives(collective, bytes), nullptr);
    choice.way.channels = kNcclsOwnCount;
    return choice;
  };
  const std::set<std::uint64_t> samples = octave_samples(1, kLargestBuffer);
  return whole_range(sim::pieces(value_at, std::vector(samples.begin(), samples.end())));
}

Gain gain_of(const AlternativesOf& alternatives, core::Collective collective,
             const Question& question) {
  GainMeter meter;
  for (const std::uint64_t bytes : question.sizes) {
    const auto all = alternatives(collective, bytes);
    meter.add(bytes, gain_over(sim::nccl_choice(all), advised(all, question.filter)));
  }
  return meter.gain();
}

/// Whether NCCL stays within the question's candidates by itself, at every size.
bool is_kept_anyway(const AlternativesOf& alternatives, core::Collective collective,
                    const Question& question) {
  return std::all_of(question.sizes.begin(), question.sizes.end(), [&](std::uint64_t bytes) {
    const auto all = alternatives(collective, bytes);
    const sim::Alternative* const usual = sim::nccl_choice(all);
    return usual != nullptr && question.filter.allows(*usual);
  });
}

/// Whether NCCL's search finds channels for nothing that could carry the calls.
bool has_failed_searches_only(const AlternativesOf& alternatives, core::Collective collective,
                              const Question& question) {
  return std::ranges::all_of(question.sizes, [&](std::uint64_t bytes) {
    return sim::is_every_search_failed(alternatives(collective, bytes));
  });
}

}  // namespace

const Alternative* advised(const std::vector<Alternative>& alternatives,
                           const sim::Filter& filter) {
  const Alternative* const best = sim::fastest(alternatives, filter);
  const Alternative* const usual = sim::recommendable_choice(alternatives, filter);
  if (best == nullptr || !usual->estimate) return best;
  return gain_over(usual, best) < kLeastGain ? usual : best;
}

std::string least_gain_text() {
  return fmt::format("{:.0f} %", 100 * (kLeastGain - 1));
}

std::string nodes_text(const Recommendation& recommendation) {
  return core::counted(recommendation.nodes, "node");
}

std::vector<CollectiveAdvice> advise(const AlternativesOf& alternatives, const Question& question) {
  const std::vector<AlternativesOf> itself{alternatives};
  const std::vector<AlternativesOf>& others = question.others.empty() ? itself : question.others;
  const bool is_common = !question.lists.by_collective;
  const auto common = is_common ? best_common_setting(alternatives, question)
                                : std::vector<std::optional<SettingAdvice>>();
  std::vector<CollectiveAdvice> result;
  for (const core::Collective collective : question.all) {
    CollectiveAdvice advice;
    advice.collective = collective;
    advice.is_advised = std::find(question.advised.begin(), question.advised.end(), collective) !=
                        question.advised.end();
    advice.has_failed_searches_only = has_failed_searches_only(alternatives, collective, question);
    advice.ranges = ranges_of(alternatives, collective, question, advice.is_advised);
    if (advice.is_advised) {
      advice.gain = gain_of(alternatives, collective, question);
      advice.setting = best_setting(alternatives, collective, question);
      advice.is_setting_for_all = !is_common;
      advice.is_kept_anyway = is_kept_anyway(alternatives, collective, question);
    }
    if (!common.empty()) {
      advice.setting = common[result.size()];
      advice.is_setting_for_all = true;
    }
    for (const AlternativesOf& other : question.others) {
      advice.others.push_back(own_choices(other, collective));
    }
    advice.fallback = fallback(others, collective);
    result.push_back(std::move(advice));
  }
  return result;
}

}  // namespace treering::tuner::advice
