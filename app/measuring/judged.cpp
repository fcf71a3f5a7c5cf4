#include "app/measuring/judged.h"

#include <algorithm>

namespace treering::app::measuring {
namespace {

using tuner::stats::BeforeAfter;
using tuner::stats::Judgement;
using tuner::stats::Launches;
using tuner::stats::Verdict;

std::vector<Judgement> judged_by(const std::vector<TimesOfBoth>& configurations,
                                 Launches Times::*before, Launches Times::*after) {
  std::vector<BeforeAfter> pairs;
  for (const TimesOfBoth& one : configurations) {
    pairs.push_back({one.before->*before, one.after->*after});
  }
  return tuner::stats::judge(pairs);
}

/// \param least where before took as long as it may, and after as short; \param most the reverse
Judged combined(const Judgement& samples, const Judgement& least, const Judgement& most) {
  Judged all{samples, false};
  Judgement& one = all.judgement;
  if (one.interval && least.interval && most.interval) {
    one.interval->low = std::min(one.interval->low, least.interval->low);
    one.interval->high = std::max(one.interval->high, most.interval->high);
  }
  one.p = std::max({samples.p, least.p, most.p});
  one.adjusted_p = std::max({samples.adjusted_p, least.adjusted_p, most.adjusted_p});
  if (least.verdict != one.verdict || most.verdict != one.verdict) {
    all.is_blurred = one.verdict != Verdict::Undecided;
    one.verdict = Verdict::Undecided;
  }
  return all;
}

}  // namespace

std::vector<Judged> judged(const std::vector<TimesOfBoth>& configurations, bool are_averages) {
  const auto times = are_averages ? &Times::averages : &Times::samples;
  const auto samples = judged_by(configurations, times, times);
  std::vector<Judged> all;
  if (are_averages) {
    for (const Judgement& one : samples) all.push_back({one, false});
    return all;
  }
  // Recordings of earlier versions say nothing of starts.
  const bool is_sharp = std::ranges::all_of(configurations, [](const TimesOfBoth& one) {
    return one.before->least == one.before->most && one.after->least == one.after->most;
  });
  const auto least = is_sharp ? samples : judged_by(configurations, &Times::most, &Times::least);
  const auto most = is_sharp ? samples : judged_by(configurations, &Times::least, &Times::most);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    all.push_back(combined(samples[i], least[i], most[i]));
    const auto& [before, after] = configurations[i];
    if (before->has_many_late || after->has_many_late) {
      all.back().judgement.verdict = Verdict::Undecided;
    }
  }
  return all;
}

}  // namespace treering::app::measuring
