#include "tuner/measure/conductor.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <random>
#include <set>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "core/units.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/summary.h"
#include "tuner/measure/witness.h"

namespace treering::tuner::measure {
namespace {

using Clock = std::chrono::steady_clock;

core::Duration since(Clock::time_point then) {
  return core::Duration::from_us(
      std::chrono::duration<double, std::micro>(Clock::now() - then).count());
}

/// To the millisecond.
std::string now_text() {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(second)),
                     (now - second).count());
}

/// Tells a start from all others, also from those of other machines in a file that was joined.
std::string new_start_id() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

/// Names without those that this version of the library does not have.
std::vector<std::string> had_by(const Hello& hello, core::Collective collective,
                                std::vector<std::string> names) {
  const auto all = hello.algorithms.find(std::string(core::name_of(collective)));
  if (all == hello.algorithms.end()) return names;
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(all->second, name) == all->second.end();
  });
  return names;
}

Used used_of(const Seen& seen, const Configuration& call, const Hello& hello) {
  Used used;
  used.witness = seen.witness;
  if (!seen.way.algorithm.empty()) used.ways.push_back(seen.way);
  const bool are_sums = seen.witness == kBytesWitness;
  std::int64_t messages = 0;
  for (const Sent& one : seen.sent) messages += are_sums ? 0 : one.count;
  used.messages =
      static_cast<int>(std::min<std::int64_t>(messages, std::numeric_limits<int>::max()));
  if (!used.is_known() && !seen.sent.empty()) {
    const std::vector<std::string> names =
        are_sums ? algorithms_with_traffic(seen.sent, call, hello.ranks)
                 : had_by(hello, call.call.collective,
                          algorithms_that_send(seen.sent, call, hello.ranks));
    for (const std::string& name : names) {
      used.ways.push_back({name, seen.way.protocol, seen.way.channels});
    }
  }
  return used;
}

/// What the time is known to lie in, with what starts, clocks and calls that were left out leave
/// open.
stats::Interval known_of(const stats::StoppingRule& rule, const Record& record) {
  const Bounds bounds = bounds_of(record);
  stats::Interval known = stats::precision_of_launch(bounds.least, rule).interval;
  known.high = stats::precision_of_launch(bounds.most, rule).interval.high;
  return known;
}

/// Whether more samples would say no more: all that is left open is what no number of them closes.
bool is_done(const stats::StoppingRule& rule, const Record& record) {
  const stats::Precision precision = stats::precision_of_launch(record.samples_us, rule);
  if (precision.stopping != stats::Stopping::Settled) return false;
  const stats::Interval known = known_of(rule, record);
  return blur_of(known, precision) > rule.most_error ||
         stats::error_of(known, precision.median) <= rule.most_error;
}

void judge(const stats::StoppingRule& rule, Record& record) {
  if (record.samples_us.empty()) return;
  const stats::Precision precision = stats::precision_of_launch(record.samples_us, rule);
  record.median_us = precision.median;
  record.low_us = precision.interval.low;
  record.high_us = precision.interval.high;
  record.coverage = precision.interval.coverage;
  record.is_converged =
      precision.stopping == stats::Stopping::Settled &&
      stats::error_of(known_of(rule, record), precision.median) <= rule.most_error;
}

/// A result of all that was measured; an error where it is none.
void complete(const Rules& rules, Record& record) {
  judge(rules.stop, record);
  if (!record.error.empty()) return;
  if (record.samples_us.empty() && record.late == 0) {
    record.error = "the recording has no more samples";
  } else if (record.samples_us.empty()) {
    record.error = fmt::format("the ranks never started together: {} too far apart",
                               core::counted(record.late, "call"));
  } else if (record.wrong.value_or(0) > 0) {
    record.error = core::counted(static_cast<std::size_t>(*record.wrong), "wrong element");
  }
}

/// How things were before is what the first batch says, all else what the last says.
void note_meanwhile(const Batch& batch, Record& record) {
  for (const auto& [name, value] : batch.environment) {
    if (!name.ends_with("_before") || !record.environment.contains(name)) {
      record.environment[name] = value;
    }
  }
}

/// Each batch watches a call. All calls of a result should run the same.
void take_used(const Used& used, Record& record) {
  if (!record.used.is_known() && !used.witness.empty()) {
    record.used = used;
  } else if (ran_otherwise(record.used, used)) {
    record.environment[kAlsoRanFact] = text_of(used);
  }
}

class Conductor {
 public:
  Conductor(const Sweep& sweep, const Conduct& with) : sweep_(sweep), with_(with) {}

  core::Result<std::size_t> run(const std::vector<Record>& earlier) {
    for (const Record& record : earlier) {
      if (is_retried(record, with_.retry)) retried_[record.trial] = start_key(record);
    }
    const std::vector<std::vector<Trial>> launches = open_trials(earlier);
    for (const std::vector<Trial>& launch : launches) progress_.all += launch.size();
    report(nullptr);
    for (const std::vector<Trial>& launch : launches) {
      workers_.reset();  // each launch is a fresh start
      for (const Trial& trial : launch) {
        if (with_.stop.stop_requested()) return progress_.done;
        if (const auto measured = run(trial); !measured) return core::fail(measured.error());
      }
    }
    return progress_.done;
  }

 private:
  [[nodiscard]] std::vector<std::vector<Trial>> open_trials(
      const std::vector<Record>& earlier) const {
    std::set<Trial> done;
    for (const Record& record : earlier) {
      const bool has_ranks = with_.ranks == 0 || record.ranks == with_.ranks;
      if (record.runner != with_.runner || !has_ranks) continue;
      if (!is_retried(record, with_.retry)) done.insert(record.trial);
    }
    std::vector<std::vector<Trial>> launches;
    for (int launch = 0; launch < sweep_.rules.launches; ++launch) {
      launches.push_back(trials_of(sweep_, sweep_.first_launch + launch));
      std::erase_if(launches.back(), [&](const Trial& trial) { return done.contains(trial); });
    }
    return launches;
  }

  core::Result<void> run(const Trial& trial) {
    if (!workers_ || !workers_->is_alive()) {
      workers_.reset();
      auto started = with_.start();
      if (!started && with_.stop.stop_requested()) return {};
      if (!started) return core::fail(started.error());
      workers_ = *std::move(started);
      start_ = now_text();
      start_id_ = new_start_id();
    }
    if (!workers_->begin(trial)) {
      ++progress_.done;
      return {};
    }
    Record record = begun(trial);
    measure_beside_machine(record);
    const bool is_result = is_done(sweep_.rules.stop, record);
    if (with_.stop.stop_requested() && !is_result) return {};
    complete(sweep_.rules, record);
    if (const auto kept = with_.keep(record); !kept) return core::fail(kept.error());
    ++progress_.done;
    report(&record);
    return {};
  }

  /// All but what is measured. A replay has the machine of its recording.
  [[nodiscard]] Record begun(const Trial& trial) const {
    Record record;
    record.runner = with_.runner;
    record.trial = trial;
    record.ranks = workers_->hello().ranks;
    record.nodes = workers_->hello().nodes;
    record.start = start_;
    record.start_id = start_id_;
    if (const auto before = retried_.find(trial); before != retried_.end()) {
      record.retries = before->second;
    }
    record.environment = environment_with(workers_->hello());
    for (const auto& [name, value] : with_.facts) record.environment[name] = value;
    record.environment.erase(kFirstLaunchFact);  // that of a recording
    if (sweep_.first_launch > 0) {
      record.environment[kFirstLaunchFact] = std::to_string(sweep_.first_launch);
    }
    return record;
  }

  /// With what the machine did meanwhile. A replay has that of its recording.
  void measure_beside_machine(Record& record) {
    if (record.environment.contains(kReplayedFact)) return measure(record);
    record.environment[kTimeFact] = now_text();
    const Strain before = strain_now();
    measure(record);
    for (const auto& [name, value] : strain_between(before, strain_now())) {
      record.environment[name] = value;
    }
  }

  /// Batch after batch until more would say no more, or enough is tried.
  void measure(Record& record) {
    const Rules& rules = sweep_.rules;
    const Clock::time_point began = Clock::now();
    const Configuration& call = record.trial.configuration;
    const auto first = run(probing(rules, call), record);
    if (!first || with_.stop.stop_requested()) return;
    Paced next = first_batch(rules, call, first->call_us, since(began));
    while (next.task.samples > 0 && !is_done(rules.stop, record)) {
      const auto batch = run(next, record);
      if (!batch) return;
      if (batch->samples_us.empty() && batch->late == 0) return;  // a recording is at its end
      if (with_.stop.stop_requested()) return;
      next = next_batch(rules, record, since(began));
    }
  }

  /// Into the record, its error too.
  std::optional<Batch> run(const Paced& paced, Record& record) {
    auto batch = workers_->run(paced.task, paced.patience);
    if (!batch) {
      record.error = batch.error().message();
      record.has_lost_workers = !workers_->is_alive();
      return {};
    }
    take(*batch, record);
    return *std::move(batch);
  }

  void take(const Batch& batch, Record& record) {
    record.samples_us.insert(record.samples_us.end(), batch.samples_us.begin(),
                             batch.samples_us.end());
    record.spread_us.insert(record.spread_us.end(), batch.spread_us.begin(), batch.spread_us.end());
    // Known of all or of none: a recording may have results of both kinds.
    if (record.spread_us.size() != record.samples_us.size()) record.spread_us.clear();
    record.clock_error_us = std::max(record.clock_error_us, batch.clock_error_us);
    record.late += batch.late;
    record.wrong = record.wrong.value_or(0) + batch.wrong;
    if (batch.loop_us) record.average_us = batch.loop_us;
    take_used(used_of(batch.seen, record.trial.configuration, workers_->hello()), record);
    note_meanwhile(batch, record);
  }

  void report(const Record* last) {
    progress_.last = last;
    progress_.elapsed = since(began_);
    if (with_.observe) with_.observe(progress_);
  }

  const Sweep& sweep_;
  const Conduct& with_;
  std::unique_ptr<Workers> workers_;
  std::string start_;
  std::string start_id_;
  std::map<Trial, std::string> retried_;  // with the start in which they failed
  Progress progress_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace

std::optional<core::Duration> Progress::left() const {
  if (done == 0) return {};
  const double rest = static_cast<double>(all - done) / static_cast<double>(done);
  return core::Duration::from_us(elapsed.in_us() * rest);
}

bool is_retried(const Record& record, Retry retry) {
  if (record.error.empty()) return false;
  return retry == Retry::Failed || (record.has_lost_workers && record.samples_us.empty());
}

core::Result<std::size_t> conduct(const Sweep& sweep, const std::vector<Record>& earlier,
                                  const Conduct& with) {
  return Conductor(sweep, with).run(earlier);
}

}  // namespace treering::tuner::measure
