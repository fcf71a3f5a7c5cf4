// A recorded file answers as if it were measured: the samples of a configuration in recorded order.
// Each start answers from the next recorded start of a configuration that none before it has: two
// launches out of one would seem to agree as fresh starts do not, also where another process
// replayed the first into the file that is gone on with. Turns of the sentinel answer from recorded
// turns of the same number, never from samples that its configuration has for its own row.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/unit_text.h"
#include "hw/io/files.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/over_time/start_order.h"
#include "tuner/runners/recorded_job.h"
#include "tuner/runners/registry.h"

namespace treering::tuner::runners {
namespace {

using measure::Batch;
using measure::Configuration;
using measure::Record;

using Records = std::vector<const Record*>;

struct Recording {
  std::vector<Record> all;
  /// Of each configuration, by start in the order in which they ran.
  std::map<Configuration, std::vector<Records>> starts;
  std::map<Configuration, std::size_t> replayed;  // starts
  std::size_t most_starts = 0;                    // of a configuration
  /// Likewise of the sentinel's turns, by launch: one may have had several starts.
  std::map<Configuration, std::vector<Records>> turns;
  std::map<Configuration, std::size_t> replayed_turns;  // launches
};

class Replay final : public measure::Workers {
 public:
  explicit Replay(std::shared_ptr<Recording> recording) : recording_(std::move(recording)) {
    const Record& first = recording_->all.front();
    hello_.ranks = first.ranks;
    hello_.nodes = first.nodes;
    // It was measured there and then, not here and now.
    for (const auto& [name, value] : first.environment) {
      const auto is_same = [&](const Record& one) { return measure::fact_of(one, name) == value; };
      if (std::ranges::all_of(recording_->all, is_same)) hello_.environment[name] = value;
    }
    hello_.environment.erase(measure::kKnobFact);  // that of a launch is its own
    hello_.environment.emplace(measure::kReplayedFact, first.runner);
    hello_.library = measure::fact_of(first, "library");
    hello_.recorded_launches = static_cast<int>(recording_->most_starts);
    if (std::ranges::any_of(recording_->all, measure::is_emulated)) {
      hello_.environment[measure::kEmulatedFact] = "yes";
    }
    add_algorithms();
  }

  [[nodiscard]] const measure::Hello& hello() const override { return hello_; }
  [[nodiscard]] bool is_alive() const override { return true; }

  bool begin(const measure::Trial& trial) override {
    turn_ = trial.is_sentinel ? turn_of(trial) : nullptr;
    done_of_turn_ = 0;
    return !trial.is_sentinel || turn_ != nullptr;
  }

  core::Result<Batch> run(const measure::Task& task, core::Duration /*patience*/) override {
    if (turn_ != nullptr) return answer(task, {turn_}, done_of_turn_);
    const auto starts = recording_->starts.find(task.configuration);
    const std::string call(name_of(task.configuration.collective));
    if (starts == recording_->starts.end()) {
      return core::bad_input(
          call, "not in the recording at " + core::format_size(task.configuration.bytes));
    }
    if (!start_.contains(task.configuration)) {
      start_[task.configuration] = recording_->replayed[task.configuration]++;
    }
    const std::size_t start = start_[task.configuration];
    if (start >= starts->second.size()) {
      return core::bad_input(call, "the recording has no more launches");
    }
    return answer(task, starts->second[start], next_[task.configuration]);
  }

 private:
  /// The recorded turn of that number, in the launch that this start replays; null where there is
  /// none.
  const Record* turn_of(const measure::Trial& trial) {
    const auto launches = recording_->turns.find(trial.configuration);
    if (launches == recording_->turns.end()) return nullptr;
    if (!launch_) launch_ = recording_->replayed_turns[trial.configuration]++;
    if (*launch_ >= launches->second.size()) return nullptr;
    const Records& turns = launches->second[*launch_];
    const auto turn = std::ranges::find_if(
        turns, [&](const Record* one) { return one->trial.turn == trial.turn; });
    return turn == turns.end() ? nullptr : *turn;
  }

  /// From these records, of which `done` calls were replayed.
  static core::Result<Batch> answer(const measure::Task& task, const Records& records,
                                    std::size_t& done) {
    auto batch = next_of(records, task.samples, done);
    if (batch) return *std::move(batch);
    const auto failed =
        std::ranges::find_if(records, [](const Record* one) { return !one->error.empty(); });
    const bool is_failure = failed != records.end() && done == 0;
    return core::bad_input(std::string(name_of(task.configuration.collective)),
                           is_failure ? (*failed)->error : "the recording has no more samples");
  }

  /// What was forced in the recording can be forced again.
  void add_algorithms() {
    for (const auto& [configuration, starts] : recording_->starts) {
      hello_.recorded.push_back(configuration);
      auto& names = hello_.algorithms[std::string(name_of(configuration.collective))];
      const std::string& name = configuration.algorithm;
      if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }

  /// By call its place among the samples; none of one that was late. Nothing says which were, so
  /// they lie evenly among the others.
  static std::vector<std::optional<std::size_t>> calls_of(const Record& record) {
    const auto late = static_cast<std::size_t>(record.late);
    const std::size_t count = record.samples_us.size() + late;
    std::vector<std::optional<std::size_t>> calls(count);
    std::size_t sample = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_late = (i + 1) * late / count > i * late / count;
      if (!is_late) calls[i] = sample++;
    }
    return calls;
  }

  /// The next `count` calls of a start, of which `done` were replayed. None at the end of the last;
  /// nothing where that was reached before, and another result is asked for.
  static std::optional<Batch> next_of(const Records& records, int count, std::size_t& done) {
    Batch batch;
    std::size_t at = 0;
    bool is_at_end = true;
    for (const Record* const record : records) {
      if (!record->error.empty() && record->late == 0) continue;
      const auto calls = calls_of(*record);
      if (is_at_end && done < at + calls.size()) {
        is_at_end = false;
        fill(*record, batch);
      }
      for (const std::optional<std::size_t>& call : calls) {
        const bool is_next = at++ == done;
        if (!is_next || std::ssize(batch.samples_us) + batch.late == count) continue;
        ++done;
        if (!call) {
          ++batch.late;
          continue;
        }
        batch.samples_us.push_back(record->samples_us[*call]);
        if (!record->spread_us.empty()) batch.spread_us.push_back(record->spread_us[*call]);
      }
    }
    if (is_at_end && (count == 0 || done == 0)) return {};
    // Where a result does not say how far apart its ranks started, none is said to.
    if (batch.spread_us.size() != batch.samples_us.size()) batch.spread_us.clear();
    return batch;
  }

  static void fill(const Record& record, Batch& batch) {
    batch.environment = record.environment;
    for (const std::string_view name : measure::kRunFacts) {
      batch.environment.erase(std::string(name));
    }
    batch.clock_error_us = record.clock_error_us;
    batch.loop_us = record.average_us;
    batch.wrong = record.wrong.value_or(0);
    batch.seen.witness = record.used.witness;
    const auto& seen = record.used.algorithms;
    const std::string& asked = record.trial.configuration.algorithm;
    const bool is_asked_seen = std::ranges::find(seen, asked) != seen.end();
    if (!seen.empty()) batch.seen.algorithm = is_asked_seen ? asked : seen.front();
    batch.seen.protocol = record.used.protocol;
    batch.seen.channels = record.used.channels;
  }

  std::shared_ptr<Recording> recording_;
  std::map<Configuration, std::size_t> start_;  // of the recorded ones, that answers
  std::map<Configuration, std::size_t> next_;   // sample, over the records of this start
  const Record* turn_ = nullptr;                // of the sentinel, that answers; null: none does
  std::size_t done_of_turn_ = 0;                // calls of it
  std::optional<std::size_t> launch_;           // of the recorded turns, that answers
  measure::Hello hello_;
};

void add_to_start(const Record& record, std::vector<Records>& starts) {
  const std::string key = start_key(record);
  const auto is_same = [&](const Records& one) { return start_key(*one.front()) == key; };
  const auto place = std::ranges::find_if(starts, is_same);
  if (place == starts.end()) {
    starts.push_back({&record});
  } else {
    place->push_back(&record);
  }
}

/// Whether a result has samples of this launch alone, in sequence: those that came late are
/// missing.
bool is_of(const Records& start, const Record& result) {
  auto next = result.samples_us.begin();
  for (const Record* const one : start) {
    for (const double sample : one->samples_us) {
      if (next != result.samples_us.end() && *next == sample) ++next;
    }
  }
  return next == result.samples_us.end();
}

/// Launches that were replayed before. Their samples tell, since results of other recordings may be
/// in the same file.
void leave_out(const std::vector<Record>& before, Recording& recording) {
  for (const Record& result : before) {
    const auto starts = recording.starts.find(result.trial.configuration);
    if (starts == recording.starts.end() || result.samples_us.empty()) continue;
    std::erase_if(starts->second, [&](const Records& start) { return is_of(start, result); });
  }
}

/// What the file has that is gone on with, if it has anything.
std::vector<Record> continued_by(const Job& job) {
  if (job.continued.empty()) return {};
  const auto text = hw::io::RealFiles().read(job.continued, hw::io::kMaxFileBytes);
  if (!text) return {};
  auto records = measure::parse_journal(*text, job.continued);
  return records ? *std::move(records) : std::vector<Record>();
}

/// A launch goes on where its workers had to start anew: then turns are counted on.
void add_turn(const Record& record, std::vector<Records>& launches) {
  const auto goes_on = [&](const measure::Trial& last) {
    return last.launch == record.trial.launch && last.turn < record.trial.turn;
  };
  if (launches.empty() || !goes_on(launches.back().back()->trial)) launches.emplace_back();
  launches.back().push_back(&record);
}

}  // namespace

core::Result<measure::StartWorkers> start_replay(const Job& job) {
  if (job.recording.empty()) {
    return core::usage_error("⟨runner⟩", "replay without a recording", "",
                             "give ⟨measurements⟩ FILE");
  }
  const auto text = hw::io::RealFiles().read(job.recording, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  auto records = measure::parse_journal(*text, job.recording);
  if (!records) return core::fail(records.error());
  if (records->empty()) {
    return core::bad_input(job.recording, "no results",
                           "expected lines of " + std::string(measure::kSchema));
  }
  if (const auto one = check_one_job(*records, job.recording); !one) return core::fail(one.error());
  auto recording = std::make_shared<Recording>();
  recording->all = with_variables(*std::move(records), job);
  if (recording->all.empty()) {
    return core::bad_input(job.recording, "no results with " + variables_text(job));
  }
  for (const std::size_t place : measure::over_time::places_by_start(recording->all)) {
    const Record& record = recording->all[place];
    const Configuration& one = record.trial.configuration;
    if (record.trial.is_sentinel) {
      add_turn(record, recording->turns[one]);
    } else {
      add_to_start(record, recording->starts[one]);
    }
  }
  for (const auto& [configuration, starts] : recording->starts) {
    recording->most_starts = std::max(recording->most_starts, starts.size());
  }
  leave_out(continued_by(job), *recording);
  return measure::StartWorkers([recording]() -> core::Result<std::unique_ptr<measure::Workers>> {
    return std::make_unique<Replay>(recording);
  });
}

core::Result<launch::Command> member_replay(const Job& /*job*/) {
  return core::usage_error("⟨runner⟩", "replay under a launcher", "expected one process",
                           "run it without mpirun or srun");
}

}  // namespace treering::tuner::runners
