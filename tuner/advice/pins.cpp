#include <algorithm>
#include <set>

#include "core/named_values.h"
#include "sim/pieces.h"
#include "tuner/advice/recommend.h"
#include "tuner/advice/setting.h"

namespace treering::tuner::advice {
namespace {

bool is_same_or_open(const std::string& pinned, const std::string& name) {
  return pinned.empty() || core::is_same_name(pinned, name);
}

/// Of the alternatives that a pin allows, NCCL's choice; null where there is none.
const sim::Alternative* followed(const Pin& pin, const std::vector<sim::Alternative>& all) {
  const sim::Alternative* cheapest = nullptr;
  for (const sim::Alternative& one : all) {
    if (!is_same_or_open(pin.way.algorithm, one.way.algorithm)) continue;
    if (!is_same_or_open(pin.way.protocol, one.way.protocol)) continue;
    if (cheapest == nullptr || one.nccl_cost < cheapest->nccl_cost) cheapest = &one;
  }
  return cheapest;
}

RangeAdvice advice_at(const Pin& pin, const std::vector<sim::Alternative>& all) {
  RangeAdvice advice;
  const sim::Alternative* chosen = followed(pin, all);
  advice.is_advised = chosen != nullptr;
  if (chosen == nullptr) chosen = sim::recommendable_choice(all);
  if (chosen == nullptr) return advice;
  advice.way.algorithm = chosen->way.algorithm;
  advice.way.protocol = chosen->way.protocol;
  if (advice.is_advised) advice.way.channels = pin.way.channels;
  return advice;
}

/// What a pin does over its sizes.
std::vector<RangeAdvice> ranges_of(const Pin& pin, const sim::AlternativesOf& alternatives) {
  const auto value_at = [&](std::uint64_t bytes) {
    RangeAdvice advice = advice_at(pin, alternatives(pin.collective, bytes));
    advice.first = advice.last = 0;  // only the choice counts
    return advice;
  };
  const std::set<std::uint64_t> samples =
      octave_samples(std::max<std::uint64_t>(pin.first, 1), pin.last);
  std::vector<RangeAdvice> ranges;
  for (const auto& piece : sim::pieces(value_at, std::vector(samples.begin(), samples.end()))) {
    ranges.push_back(piece.value);
    ranges.back().first = piece.first;
    ranges.back().last = piece.last;
  }
  return ranges;
}

/// `ranges` outside of first..last.
std::vector<RangeAdvice> without(const std::vector<RangeAdvice>& ranges, std::uint64_t first,
                                 std::uint64_t last) {
  std::vector<RangeAdvice> left;
  for (const RangeAdvice& one : ranges) {
    if (one.first < first) {
      left.push_back(one);
      left.back().last = std::min(one.last, first - 1);
    }
    if (one.last > last) {
      left.push_back(one);
      left.back().first = std::max(one.first, last + 1);
    }
  }
  return left;
}

void follow(const Pin& pin, const sim::AlternativesOf& alternatives, CollectiveAdvice& advice) {
  const std::vector<RangeAdvice> pinned = ranges_of(pin, alternatives);
  advice.ranges = without(advice.ranges, pinned.front().first, pinned.back().last);
  advice.ranges.insert(advice.ranges.end(), pinned.begin(), pinned.end());
  std::ranges::sort(advice.ranges, {}, &RangeAdvice::first);
  advice.is_advised = true;
}

}  // namespace

std::vector<CollectiveAdvice> advise_pinned(const sim::AlternativesOf& alternatives,
                                            const Question& question, std::span<const Pin> pins) {
  std::vector<CollectiveAdvice> all = advise(alternatives, question);
  for (CollectiveAdvice& advice : all) {
    GainMeter gains;
    for (const Pin& pin : pins) {
      if (pin.collective != advice.collective) continue;
      follow(pin, alternatives, advice);
      gains.add(pin.first, pin.gain);
    }
    if (advice.is_advised) advice.gain = gains.gain();
  }
  return all;
}

}  // namespace treering::tuner::advice
