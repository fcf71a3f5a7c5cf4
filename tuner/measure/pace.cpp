#include <algorithm>
#include <cmath>

#include "tuner/measure/conductor.h"
#include "tuner/stats/stopping.h"

namespace treering::tuner::measure {
namespace {

/// Samples of the first batch: enough to know how long a call takes, before there are many.
constexpr std::size_t kFirstSamples = 10;
/// Calls of a batch besides those that it is asked for: two whose results are checked, and one that
/// is watched. A batch without samples has two.
constexpr int kOwnCalls = 3;
/// Calls may take so much longer than the one before them; beyond that, and the patience for one,
/// the workers hang.
constexpr double kSlack = 3;
// Shares of a first batch that is too long: samples come before the loop, and that before warm-ups.
constexpr double kSampleShare = 0.5;
constexpr double kLoopShare = 0.35;

core::Duration patience_for(const Rules& rules, double expected_us) {
  return core::Duration::from_us(rules.patience.in_us() + kSlack * expected_us);
}

int whole(double calls, int most) {
  return static_cast<int>(std::clamp(std::floor(calls), 0.0, static_cast<double>(most)));
}

int warmups_for(const Rules& rules, double call_us) {
  constexpr int kMost = 100'000;  // of calls below a microsecond
  if (call_us <= 0) return rules.warmups;
  return std::max(rules.warmups, whole(std::ceil(rules.least_warmup.in_us() / call_us), kMost));
}

/// Few samples are asked for to save time, and not to have none: until a call is in time, as many
/// are tried as without that wish. Where ranks share cores, most calls are late.
std::size_t tries_until_next_look(const stats::StoppingRule& rule, const Record& record,
                                  std::size_t tried) {
  stats::StoppingRule patient = rule;
  if (record.samples_us.empty()) patient.most = std::max(rule.most, stats::StoppingRule().most);
  return std::max(stats::next_look(tried, patient), tried) - tried;
}

}  // namespace

Paced probing(const Rules& rules, const Configuration& call) {
  return {{call, 0, 0, 0, rules.start}, rules.patience};
}

Paced first_batch(const Rules& rules, const Configuration& call, double call_us,
                  core::Duration passed) {
  const int loops = call.cache == Cache::Cold ? 0 : rules.loops;
  Task task{call, warmups_for(rules, call_us),
            static_cast<int>(std::min(kFirstSamples, rules.stop.most)), loops, rules.start};
  const int all = task.warmups + task.samples + task.loops;
  const double left_us = rules.most_time.in_us() - passed.in_us();
  const double fit = call_us > 0 ? left_us / call_us - kOwnCalls : all;
  if (fit < all) {
    task.samples = std::max(whole(kSampleShare * fit, task.samples), 1);
    task.loops = whole(kLoopShare * fit, task.loops);
    task.warmups = whole(fit - task.samples - task.loops, task.warmups);
  }
  const int calls = task.warmups + task.samples + task.loops + kOwnCalls;
  return {task, patience_for(rules, calls * call_us)};
}

Paced next_batch(const Rules& rules, const Record& record, core::Duration passed) {
  const std::size_t tried = record.samples_us.size() + static_cast<std::size_t>(record.late);
  const double left_us = rules.most_time.in_us() - passed.in_us();
  Paced next{{record.trial.configuration, 1, 0, 0, rules.start}, rules.patience};
  if (tried == 0 || left_us <= 0) return next;
  const double each_us = passed.in_us() / static_cast<double>(tried);
  const std::size_t wanted = tries_until_next_look(rules.stop, record, tried);
  next.task.samples = whole(left_us / each_us, static_cast<int>(wanted));
  next.patience = patience_for(rules, next.task.samples * each_us);
  return next;
}

}  // namespace treering::tuner::measure
