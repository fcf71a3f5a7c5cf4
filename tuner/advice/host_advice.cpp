#include "tuner/advice/host_advice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "sim/libraries/library.h"
#include "tuner/advice/recommend.h"
#include "tuner/stats/verdict.h"

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

namespace {

using core::Collective;
using hosts::MeasuredCall;
using Sizes = std::map<std::uint64_t, SizedCall>;

/// The measured calls of one collective and size.
struct SizedContest {
  const MeasuredCall* own = nullptr;  // the library's own choice
  std::vector<const MeasuredCall*> rivals;
};
using SizedContests = std::map<std::pair<Collective, std::uint64_t>, SizedContest>;

/// Where nobody measured it as such, the own choice is the algorithm that it is known to be.
bool is_own(const MeasuredCall& call) {
  const measure::Configuration& one = call.configuration();
  if (one.way.algorithm.empty()) return true;
  return sim::libraries::own_choice(call.job.library, one.call.collective, one.call.bytes,
                                    call.job.ranks) == one.way.algorithm;
}

/// What was measured as the own choice, and of two such rows, which did not run the same, the one
/// of more launches.
bool is_better_evidence(const MeasuredCall& call, const MeasuredCall& other) {
  if (!call.configuration().way.algorithm.empty()) return false;
  return !other.configuration().way.algorithm.empty() ||
         call.summary.launches.size() > other.summary.launches.size();
}

SizedContests contests_of(std::span<const MeasuredCall> calls) {
  SizedContests contests;
  for (const MeasuredCall& call : calls) {
    const measure::Configuration& one = call.configuration();
    if (one.pair) continue;
    SizedContest& contest = contests[{one.call.collective, one.call.bytes}];
    if (!one.way.algorithm.empty()) contest.rivals.push_back(&call);
    if (!is_own(call)) continue;
    if (contest.own == nullptr || is_better_evidence(call, *contest.own)) contest.own = &call;
  }
  return contests;
}

/// Whether the library took this algorithm by itself: then it is no rival.
bool is_same(const MeasuredCall& own, const MeasuredCall& rival) {
  return &own == &rival || own.summary.used.may_be(rival.configuration().way.algorithm);
}

struct RivalPair {
  const MeasuredCall* own;
  const MeasuredCall* rival;
};

std::vector<RivalPair> pairs_of(const SizedContests& contests) {
  std::vector<RivalPair> pairs;
  for (const auto& [key, contest] : contests) {
    if (contest.own == nullptr) continue;
    for (const MeasuredCall* const rival : contest.rivals) {
      if (!is_same(*contest.own, *rival)) pairs.push_back({contest.own, rival});
    }
  }
  return pairs;
}

std::vector<HostChoices> choices_of(const std::map<Collective, Sizes>& all,
                                    const std::string& why_not) {
  std::vector<HostChoices> result;
  for (const auto& [collective, sizes] : all) {
    HostChoices& one = result.emplace_back();
    one.collective = collective;
    std::vector<SizedCall> calls;
    for (const auto& [bytes, call] : sizes) {
      if (call.own_us > 0 && !call.rivals.empty()) calls.push_back(call);
    }
    one.choices = sized_choices(calls);
    if (one.choices.empty()) one.why_not = why_not;
  }
  return result;
}

}  // namespace

std::vector<HostChoices> advise_measured(std::span<const MeasuredCall> calls) {
  const SizedContests contests = contests_of(calls);
  std::map<Collective, Sizes> all;
  for (const auto& [key, contest] : contests) {
    SizedCall& call = all[key.first][key.second];
    call.bytes = key.second;
    if (contest.own != nullptr) call.own_us = contest.own->measured_us;
  }
  const std::vector<RivalPair> pairs = pairs_of(contests);
  std::vector<stats::BeforeAfter> sides;
  for (const RivalPair& pair : pairs) {
    sides.push_back({pair.own->summary.launches, pair.rival->summary.launches});
  }
  const auto judgements = stats::judge(sides);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const measure::Configuration& one = pairs[i].rival->configuration();
    all[one.call.collective][one.call.bytes].rivals.push_back(
        {one.way.algorithm, pairs[i].rival->measured_us, 1 - judgements[i].adjusted_p,
         judgements[i].verdict == stats::Verdict::Faster});
  }
  return choices_of(all,
                    "no size was measured with the library's own choice and another that sends "
                    "other messages");
}

std::vector<HostChoices> advise_expected(std::span<const ExpectedCall> calls) {
  std::map<Collective, Sizes> all;
  std::map<std::pair<Collective, std::uint64_t>, const ExpectedCall*> own;
  for (const ExpectedCall& call : calls) {
    if (call.is_own) own[{call.collective, call.bytes}] = &call;
  }
  for (const ExpectedCall& call : calls) {
    SizedCall& sized = all[call.collective][call.bytes];
    sized.bytes = call.bytes;
    const auto found = own.find({call.collective, call.bytes});
    if (found == own.end()) continue;
    sized.own_us = found->second->us;
    if (call.is_own) continue;
    const double spread = std::max(call.spread, found->second->spread);
    const double confidence = confidence_of(call.us, sized.own_us, spread);
    sized.rivals.push_back({call.algorithm, call.us, confidence, confidence >= kSureByModel});
  }
  return choices_of(all, "the library's own choice has no time here, or nothing beside it");
}

}  // namespace treering::tuner::advice
