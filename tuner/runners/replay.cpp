// A recorded file answers as if it were measured: the samples of a configuration in recorded order.
// Each start answers from the next recorded start of a configuration that none before it has: two
// launches out of one would seem to agree as fresh starts do not, also where another process
// replayed the first into the file that is gone on with. Turns of the sentinel answer from recorded
// turns of the same number, never from samples that its configuration has for its own row.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/units.h"
#include "tuner/measure/conditions.h"
#include "tuner/runners/recording.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace {

using measure::Batch;
using measure::Configuration;
using measure::Record;

class Replay final : public measure::Workers {
 public:
  explicit Replay(std::shared_ptr<Recording> recording) : recording_(std::move(recording)) {}

  [[nodiscard]] const measure::Hello& hello() const override { return recording_->hello; }
  [[nodiscard]] bool is_alive() const override { return true; }

  bool begin(const measure::Trial& trial) override {
    turn_ = trial.is_sentinel ? turn_of(trial) : nullptr;
    done_of_turn_ = 0;
    return !trial.is_sentinel || turn_ != nullptr;
  }

  core::Result<Batch> run(const measure::Task& task, core::Duration /*patience*/) override {
    if (turn_ != nullptr) return answer(task, {turn_}, done_of_turn_);
    const auto starts = recording_->starts.find(task.configuration);
    const std::string call(name_of(task.configuration.call.collective));
    if (starts == recording_->starts.end()) {
      return core::bad_input(
          call, "not in the recording at " + core::format_size(task.configuration.call.bytes));
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
    const auto turn_number = [](const Record* one) { return one->trial.turn; };
    const auto turn = std::ranges::lower_bound(turns, trial.turn, {}, turn_number);
    return turn == turns.end() || turn_number(*turn) != trial.turn ? nullptr : *turn;
  }

  /// From these records, of which `done` calls were replayed.
  static core::Result<Batch> answer(const measure::Task& task, const Records& records,
                                    std::size_t& done) {
    auto batch = next_of(records, task.samples, done);
    if (batch) return *std::move(batch);
    const auto failed =
        std::ranges::find_if(records, [](const Record* one) { return !one->error.empty(); });
    const bool is_failure = failed != records.end() && done == 0;
    return core::bad_input(std::string(name_of(task.configuration.call.collective)),
                           is_failure ? (*failed)->error : "the recording has no more samples");
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
    const measure::Used& used = record.used;
    const std::string& asked = record.trial.configuration.way.algorithm;
    if (used.is_known()) batch.seen.way = used.ways.front();
    if (used.may_be(asked)) batch.seen.way.algorithm = asked;
  }

  std::shared_ptr<Recording> recording_;
  std::map<Configuration, std::size_t> start_;  // of the recorded ones, that answers
  std::map<Configuration, std::size_t> next_;   // sample, over the records of this start
  const Record* turn_ = nullptr;                // of the sentinel, that answers; null: none does
  std::size_t done_of_turn_ = 0;                // calls of it
  std::optional<std::size_t> launch_;           // of the recorded turns, that answers
};

}  // namespace

core::Result<measure::StartWorkers> start_replay(const LaunchRequest& job) {
  if (job.recording.empty()) {
    return core::usage_error("⟨runner⟩", "replay without a recording", "",
                             "give ⟨measurements⟩ FILE");
  }
  auto read = read_recording(job);
  if (!read) return core::fail(read.error());
  const std::shared_ptr<Recording> recording = *std::move(read);
  return measure::StartWorkers([recording]() -> core::Result<std::unique_ptr<measure::Workers>> {
    return std::make_unique<Replay>(recording);
  });
}

core::Result<launch::Command> member_replay(const LaunchRequest& /*job*/) {
  return core::usage_error("⟨runner⟩", "replay under a launcher", "expected one process",
                           "run it without mpirun or srun");
}

}  // namespace treering::tuner::runners
