#include "workers/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <time.h>

#include "tuner/stats/quantiles.h"
#include "workers/clocks.h"

namespace treering::workers {
namespace {

using tuner::measure::Batch;
using tuner::measure::StartTolerance;
using tuner::measure::Task;

// us between the agreement on a start and the start: the ranks have to hear of it first, which
// takes about as long as to line up.
constexpr double kLeastAhead = 200;
constexpr double kMostAhead = 50'000;
constexpr double kLineUps = 3;
constexpr double kSpin = 60;  // us that a sleep may take too long; waited out awake

/// Sleeps, so that ranks that share cores do not take them from each other, then spins.
void wait_until(double us) {
  while (now_us() < us - kSpin) {
    const auto rest = static_cast<long>((us - kSpin - now_us()) * 1e3);
    if (rest <= 0) break;
    const timespec time{rest / 1'000'000'000, rest % 1'000'000'000};
    nanosleep(&time, nullptr);
  }
  while (now_us() < us) {
  }
}

/// Rank 0's number, on all.
double shared(Backend& backend, double number) {
  std::string text(reinterpret_cast<const char*>(&number), sizeof number);
  backend.share(text);
  text.copy(reinterpret_cast<char*>(&number), sizeof number);
  return number;
}

/// A moment soon, on rank 0's clock.
double agreed_start(Backend& backend) {
  const double before = now_us();
  backend.line_up();
  const double now = now_us();
  return shared(backend, now + std::clamp(kLineUps * (now - before), kLeastAhead, kMostAhead));
}

std::vector<std::vector<Times>> by_rank(const std::vector<double>& all, std::size_t count) {
  std::vector<std::vector<Times>> times;
  for (std::size_t at = 0; at + 2 * count <= all.size() && count > 0;) {
    std::vector<Times>& one = times.emplace_back();
    for (std::size_t i = 0; i < count; ++i, at += 2) one.push_back({all[at], all[at + 1]});
  }
  return times;
}

std::vector<double> in_us(const std::vector<ClockOffset>& offsets) {
  std::vector<double> all;
  for (const ClockOffset& one : offsets) all.push_back(one.us);
  return all;
}

/// The largest; 0 where all ranks share a clock.
double error_of(const std::vector<ClockOffset>& offsets) {
  double error = 0;
  for (const ClockOffset& one : offsets) error = std::max(error, one.error_us);
  return error;
}

/// This rank's clock less rank 0's.
double own_offset(Backend& backend, const std::vector<double>& offsets) {
  std::string text(reinterpret_cast<const char*>(offsets.data()), offsets.size() * sizeof(double));
  backend.share(text);
  double own = 0;
  text.copy(reinterpret_cast<char*>(&own), sizeof own,
            static_cast<std::size_t>(backend.rank()) * sizeof own);
  return own;
}

/// Those of the ranks that take part in the call.
template <class Value>
std::vector<Value> of_participants(const std::vector<Value>& by_rank, const Task& task) {
  std::vector<Value> all;
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
    if (tuner::measure::takes_part(task.configuration, static_cast<int>(rank))) {
      all.push_back(by_rank[rank]);
    }
  }
  return all;
}

struct Iteration {
  double sample_us = 0;
  double spread_us = 0;  // between the first start and the last
};

/// The share of the batch's time that has passed when a call starts: drift is a line over time from
/// the first offsets to the last. Any rank's clock will do.
double passed_share(const std::vector<Times>& of_rank, std::size_t call) {
  const double all = of_rank.back().start_us - of_rank.front().start_us;
  return all > 0 ? (of_rank[call].start_us - of_rank.front().start_us) / all : 0;
}

std::vector<Iteration> iterations(const std::vector<std::vector<Times>>& by_rank,
                                  const std::vector<std::vector<double>>& offsets) {
  std::vector<Iteration> all;
  const std::size_t count = by_rank.empty() ? 0 : by_rank.front().size();
  for (std::size_t i = 0; i < count; ++i) {
    const double share = passed_share(by_rank.front(), i);
    std::vector<double> starts;
    std::vector<double> ends;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
      const double offset = std::lerp(offsets.front()[rank], offsets.back()[rank], share);
      starts.push_back(by_rank[rank][i].start_us - offset);
      ends.push_back(by_rank[rank][i].end_us - offset);
    }
    const auto [first, last] = std::ranges::minmax(starts);
    all.push_back({std::ranges::max(ends) - last, last - first});
  }
  return all;
}

// Of the calls of a batch. Low, since a machine that stalls makes most of them long, and their
// ranks start far apart; not the least, which may be a call that was over before its last rank
// started.
constexpr double kShortShare = 0.1;

/// What short ones among all iterations took, late ones too: what decides whether one is late must
/// not depend on how long that one took, or slow calls would be kept and fast ones left out.
double short_us(const std::vector<Iteration>& all) {
  std::vector<double> samples;
  for (const Iteration& one : all) {
    if (one.sample_us > 0) samples.push_back(one.sample_us);
  }
  return samples.empty() ? 0 : tuner::stats::quantile(samples, kShortShare);
}

}  // namespace

void combine(const std::vector<std::vector<Times>>& by_rank,
             const std::vector<std::vector<double>>& offsets, const StartTolerance& tolerance,
             Batch& batch) {
  const std::vector<Iteration> all = iterations(by_rank, offsets);
  const double most = std::max(tolerance.us, tolerance.share * short_us(all));
  for (const Iteration& one : all) {
    if (one.sample_us <= 0 || one.spread_us > most) {
      ++batch.late;
      continue;
    }
    batch.samples_us.push_back(one.sample_us);
    batch.spread_us.push_back(one.spread_us);
  }
}

void take_samples(Backend& backend, const Iterated& iterated, const Task& task, Batch& batch) {
  const std::vector<ClockOffset> before_all = clock_offsets(backend);
  const double offset = own_offset(backend, in_us(before_all));
  std::vector<double> own;
  for (int i = 0; i < task.samples; ++i) {
    if (iterated.before) iterated.before();
    wait_until(agreed_start(backend) + offset);
    own.push_back(now_us());
    iterated.call.run();
    own.push_back(now_us());
  }
  const std::vector<ClockOffset> after_all = clock_offsets(backend);
  const std::vector<double> all = backend.gather(own);
  if (backend.rank() != 0) return;
  batch.clock_error_us = std::max(error_of(before_all), error_of(after_all));
  const auto times = by_rank(all, static_cast<std::size_t>(task.samples));
  combine(of_participants(times, task),
          {of_participants(in_us(before_all), task), of_participants(in_us(after_all), task)},
          task.start, batch);
}

double loop_us(Backend& backend, PreparedCall& call, const Task& task) {
  backend.line_up();
  const double start = now_us();
  call.run_loop(task.loops);
  const double own = (now_us() - start) / task.loops;
  const std::vector<double> all = of_participants(backend.gather(std::vector{own}), task);
  const double sum = std::accumulate(all.begin(), all.end(), 0.0);
  return all.empty() ? 0 : sum / static_cast<double>(all.size());
}

}  // namespace treering::workers
