// A recorded file answers as if it were measured: the samples of a configuration in recorded order.
// Each start answers from the next recorded start of a configuration that none before it has: two
// launches out of one would seem to agree as fresh starts do not.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/unit_text.h"
#include "tuner/measure/journal.h"
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
};

class Replay final : public measure::Workers {
 public:
  explicit Replay(std::shared_ptr<Recording> recording) : recording_(std::move(recording)) {
    const Record& first = recording_->all.front();
    hello_.ranks = first.ranks;
    hello_.nodes = first.nodes;
    // It was measured there and then, not here and now.
    hello_.environment = first.environment;
    hello_.environment.emplace(measure::kReplayedFact, first.runner);
    const auto library = first.environment.find("library");
    if (library != first.environment.end()) hello_.library = library->second;
    if (std::ranges::any_of(recording_->all, measure::is_emulated)) {
      hello_.environment[measure::kEmulatedFact] = "yes";
    }
    add_algorithms();
  }

  [[nodiscard]] const measure::Hello& hello() const override { return hello_; }
  [[nodiscard]] bool is_alive() const override { return true; }

  core::Result<Batch> run(const measure::Task& task, core::Duration /*patience*/) override {
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
    const Records& records = starts->second[start];
    std::size_t& next = next_[task.configuration];
    Batch batch;
    std::size_t at = 0;
    for (const Record* const record : records) {
      for (std::size_t i = 0; i < record->samples_us.size(); ++i) {
        if (at++ < next || std::ssize(batch.samples_us) == task.samples) continue;
        batch.samples_us.push_back(record->samples_us[i]);
        batch.spread_us.push_back(record->spread_us.empty() ? 0 : record->spread_us[i]);
        fill(*record, batch);
      }
    }
    next += batch.samples_us.size();
    if (batch.samples_us.empty() && next == 0) {
      const std::string why = records.front()->error;
      return core::bad_input(call, why.empty() ? "the recording has no more samples" : why);
    }
    return batch;
  }

 private:
  /// What was forced in the recording can be forced again.
  void add_algorithms() {
    for (const auto& [configuration, starts] : recording_->starts) {
      auto& names = hello_.algorithms[std::string(name_of(configuration.collective))];
      const std::string& name = configuration.algorithm;
      if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }

  static void fill(const Record& record, Batch& batch) {
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
  measure::Hello hello_;
};

void add_to_start(const Record& record, std::vector<Records>& starts) {
  const auto is_same = [&](const Records& one) { return one.front()->start == record.start; };
  const auto place = std::ranges::find_if(starts, is_same);
  if (place == starts.end()) {
    starts.push_back({&record});
  } else {
    place->push_back(&record);
  }
}

}  // namespace

core::Result<measure::StartWorkers> start_replay(const Job& job) {
  if (job.recording.empty()) {
    return core::usage_error("⟨runner⟩", "replay without a recording", "",
                             "give ⟨measurements⟩ FILE");
  }
  std::ifstream file(job.recording);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto records = measure::parse_journal(text, job.recording);
  if (!records) return core::fail(records.error());
  if (records->empty()) {
    return core::bad_input(job.recording, "no results",
                           "expected lines of " + std::string(measure::kSchema));
  }
  auto recording = std::make_shared<Recording>();
  recording->all = *std::move(records);
  for (const Record& record : recording->all) {
    add_to_start(record, recording->starts[record.trial.configuration]);
  }
  return measure::StartWorkers([recording]() -> core::Result<std::unique_ptr<measure::Workers>> {
    return std::make_unique<Replay>(recording);
  });
}

core::Result<launch::Command> member_replay(const Job& /*job*/) {
  return core::usage_error("⟨runner⟩", "replay under a launcher", "expected one process",
                           "run it without mpirun or srun");
}

}  // namespace treering::tuner::runners
