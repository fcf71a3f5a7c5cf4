#include "tuner/advice/sized_choices.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {
namespace {

bool is_better(const SizedCall& call, const Rival& rival) {
  return rival.is_sure && call.own_us >= kLeastGain * rival.us;
}

/// Null: the library's own choice.
const Rival* chosen(const SizedCall& call, const std::string& before) {
  const Rival* best = nullptr;
  for (const Rival& rival : call.rivals) {
    if (is_better(call, rival) && (best == nullptr || rival.us < best->us)) best = &rival;
  }
  if (best == nullptr) return nullptr;
  for (const Rival& rival : call.rivals) {
    const bool is_as_good = rival.us <= kLeastGain * best->us;
    if (rival.algorithm == before && is_as_good && is_better(call, rival)) return &rival;
  }
  return best;
}

}  // namespace

std::vector<SizedChoice> sized_choices(const std::vector<SizedCall>& calls) {
  std::vector<SizedChoice> choices;
  double sizes = 0;  // of the last range
  double log_gain = 0;
  for (const SizedCall& call : calls) {
    const std::string before = choices.empty() ? "" : choices.back().algorithm;
    const Rival* const rival = chosen(call, before);
    const std::string algorithm = rival == nullptr ? "" : rival->algorithm;
    if (choices.empty() || algorithm != before) {
      if (!choices.empty()) choices.back().last = call.bytes - 1;
      choices.push_back({call.bytes, call.bytes, algorithm});
      sizes = 0;
      log_gain = 0;
    }
    SizedChoice& range = choices.back();
    range.last = call.bytes;
    if (rival == nullptr) continue;
    sizes += 1;
    log_gain += std::log(call.own_us / rival->us);
    range.gain = std::exp(log_gain / sizes);
    range.confidence = std::min(range.confidence, rival->confidence);
  }
  return choices;
}

bool has_gain(const std::vector<SizedChoice>& choices) {
  return std::ranges::any_of(choices,
                             [](const SizedChoice& one) { return !one.algorithm.empty(); });
}

double confidence_of(double us, double own_us, double spread) {
  // The difference of two independent errors; the normal distribution.
  return 0.5 *
         std::erfc(-std::log(own_us / us) / (std::numbers::sqrt2 * spread) / std::numbers::sqrt2);
}

}  // namespace treering::tuner::advice
