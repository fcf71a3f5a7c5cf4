// A recorded file answers as if it were measured: the samples of a configuration in recorded order,
// those of one start after those of another.
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

/// What is left to answer with. Fresh starts share it: a start goes on where the last one ended.
struct Recording {
  std::map<Configuration, std::vector<const Record*>> records;
  std::map<Configuration, std::size_t> next;  // sample, over all records of the configuration
  std::vector<Record> all;
};

class Replay final : public measure::Workers {
 public:
  explicit Replay(std::shared_ptr<Recording> recording) : recording_(std::move(recording)) {
    const Record& first = recording_->all.front();
    hello_.ranks = first.ranks;
    hello_.nodes = first.nodes;
    const auto library = first.environment.find("library");
    if (library != first.environment.end()) hello_.library = library->second;
    if (std::ranges::any_of(recording_->all, measure::is_emulated)) {
      hello_.environment[measure::kEmulatedFact] = "yes";
    }
  }

  [[nodiscard]] const measure::Hello& hello() const override { return hello_; }
  [[nodiscard]] bool is_alive() const override { return true; }

  core::Result<Batch> run(const measure::Task& task, core::Duration /*patience*/) override {
    const auto records = recording_->records.find(task.configuration);
    if (records == recording_->records.end()) {
      return core::bad_input(
          std::string(name_of(task.configuration.collective)),
          "not in the recording at " + core::format_size(task.configuration.bytes));
    }
    std::size_t& next = recording_->next[task.configuration];
    Batch batch;
    std::size_t at = 0;
    for (const Record* const record : records->second) {
      for (const double sample : record->samples_us) {
        if (at++ < next || std::ssize(batch.samples_us) == task.samples) continue;
        batch.samples_us.push_back(sample);
        batch.spread_us.push_back(0);
        fill(*record, batch);
      }
    }
    next += batch.samples_us.size();
    if (batch.samples_us.empty()) {
      const std::string why = records->second.front()->error;
      return core::bad_input(std::string(name_of(task.configuration.collective)),
                             why.empty() ? "the recording has no more samples" : why);
    }
    return batch;
  }

 private:
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
  measure::Hello hello_;
};

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
    recording->records[record.trial.configuration].push_back(&record);
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
