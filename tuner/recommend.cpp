#include "tuner/recommend.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "sim/pieces.h"
#include "tuner/samples.h"
#include "tuner/setting.h"

namespace treering::tuner {
namespace {

using sim::Alternative;
using sim::AlternativesOf;

/// Above every buffer there is; the last choice holds from here on.
constexpr std::uint64_t kLargest = std::uint64_t{3} << 43U;  // 24 TiB

/// Where advice begins and ends, too.
std::vector<std::uint64_t> samples_for(const Question& question) {
  std::set<std::uint64_t> samples = octave_samples(1, kLargest);
  for (const std::uint64_t edge : {question.sizes.front(), question.sizes.back()}) {
    if (edge > 1) samples.insert(edge - 1);
    samples.insert({edge, edge + 1});
  }
  return {samples.begin(), samples.end()};
}

struct Choice {
  std::string algorithm;
  std::string protocol;
  int max_channels = 0;
  bool is_advised = false;
  bool operator==(const Choice&) const = default;
};

/// The choice for one size of one collective.
Choice choice_at(const std::vector<Alternative>& alternatives, const sim::Filter* filter) {
  const Alternative* chosen = filter == nullptr ? nullptr : sim::fastest(alternatives, *filter);
  const bool is_advised = chosen != nullptr;
  if (!is_advised) chosen = sim::nccl_choice(alternatives);
  if (chosen == nullptr) return {};
  return {chosen->algorithm, chosen->protocol, chosen->max_channels, is_advised};
}

std::vector<RangeAdvice> ranges_of(const AlternativesOf& alternatives, core::Collective collective,
                                   const Question& question, bool is_advised) {
  const auto value_at = [&](std::uint64_t bytes) {
    const bool is_asked =
        is_advised && bytes >= question.sizes.front() && bytes <= question.sizes.back();
    return choice_at(alternatives(collective, bytes), is_asked ? &question.filter : nullptr);
  };
  std::vector<RangeAdvice> ranges;
  for (const auto& piece : sim::pieces(value_at, samples_for(question))) {
    const Choice& choice = piece.value;
    ranges.push_back({piece.first, piece.last, choice.algorithm, choice.protocol,
                      choice.max_channels, choice.is_advised});
  }
  ranges.front().first = 0;
  ranges.back().last = kAnySize;
  return ranges;
}

Gain gain_of(const AlternativesOf& alternatives, core::Collective collective,
             const Question& question) {
  GainMeter meter;
  for (const std::uint64_t bytes : question.sizes) {
    const auto all = alternatives(collective, bytes);
    meter.add(bytes, gain_over(sim::nccl_choice(all), sim::fastest(all, question.filter)));
  }
  return meter.gain();
}

}  // namespace

std::string nodes_text(const Recommendation& recommendation) {
  return fmt::format("{} node{}", recommendation.nodes, recommendation.nodes == 1 ? "" : "s");
}

std::vector<CollectiveAdvice> advise(const AlternativesOf& alternatives, const Question& question) {
  std::vector<CollectiveAdvice> result;
  for (const core::Collective collective : question.all) {
    CollectiveAdvice advice;
    advice.collective = collective;
    advice.is_advised = std::find(question.advised.begin(), question.advised.end(), collective) !=
                        question.advised.end();
    advice.ranges = ranges_of(alternatives, collective, question, advice.is_advised);
    if (advice.is_advised) {
      advice.gain = gain_of(alternatives, collective, question);
      advice.setting = best_setting(alternatives, collective, question);
    }
    result.push_back(std::move(advice));
  }
  return result;
}

}  // namespace treering::tuner
