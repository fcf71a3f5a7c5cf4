#include "tuner/runners/recording.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/result.h"
#include "core/units.h"
#include "hw/io/files.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/over_time/order_and_drift.h"
#include "tuner/measure/record.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace {

using measure::Record;

// Which job a recording is of, and which of its results a job with variables of its own replays.

/// The first that ran as it is, not with a variable that `tune` tries; else the first.
const Record& usual(const std::vector<Record>& records) {
  const auto ran_as_it_is = [](const Record& record) {
    const std::string knob = measure::fact_of(record, measure::kKnobFact);
    return knob.empty() || knob == measure::kNoVariables;
  };
  const auto found = std::ranges::find_if(records, ran_as_it_is);
  return found == records.end() ? records.front() : *found;
}

std::string job_text(const Record& record) {
  const std::string shaped = measure::fact_of(record, measure::kShapedFact);
  return fmt::format("{} on {} of {}{}", record.runner, core::counted(record.ranks, "rank"),
                     core::counted(record.nodes, "node"),
                     shaped.empty() ? "" : ", links of " + shaped + " Gbit/s");
}

/// Those that ran with just the job's variables: of all that `tune` tries. \pre there is a record
std::vector<Record> with_variables(std::vector<Record> records, const LaunchRequest& job) {
  const Record first = usual(records);
  const auto is_unlike = [&](const Record& record) {
    return std::ranges::any_of(measure::kKnobVariables, [&](std::string_view name) {
      const auto given = job.variables.find(std::string(name));
      const std::string wanted =
          given == job.variables.end() ? measure::fact_of(first, name) : given->second;
      return measure::fact_of(record, name) != wanted;
    });
  };
  std::erase_if(records, is_unlike);
  return records;
}

/// "NCCL_BUFFSIZE=8388608"
std::string variables_text(const LaunchRequest& job) {
  std::string text;
  for (const auto& [name, value] : job.variables) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

/// Workers are those of one job. \pre there is a record
core::Result<void> check_one_job(const std::vector<Record>& records, const std::string& file) {
  const std::string first = job_text(records.front());
  for (const Record& record : records) {
    if (job_text(record) == first) continue;
    return core::bad_input(file, "runs of " + first + " and of " + job_text(record),
                           "expected those of one job");
  }
  return {};
}

using measure::Configuration;
using measure::Record;

/// The environment that all records have in common: that of the measurement, not that of now.
std::map<std::string, std::string> environment_of(const std::vector<Record>& all) {
  std::map<std::string, std::string> common = all.front().environment;
  for (const Record& one : all) {
    std::erase_if(
        common, [&](const auto& fact) { return measure::fact_of(one, fact.first) != fact.second; });
  }
  common.erase(measure::kKnobFact);  // that of a launch is its own
  common.emplace(measure::kReplayedFact, all.front().runner);
  if (std::ranges::any_of(all, measure::is_emulated)) common[measure::kEmulatedFact] = "yes";
  return common;
}

/// \pre it has its starts
measure::Hello hello_of(const Recording& recording) {
  const Record& first = recording.all.front();
  measure::Hello hello;
  hello.library = measure::fact_of(first, "library");
  hello.ranks = first.ranks;
  hello.nodes = first.nodes;
  hello.environment = environment_of(recording.all);
  // Ways that were forced in the recording can be forced again.
  for (const auto& [configuration, starts] : recording.starts) {
    hello.recorded.push_back(configuration);
    hello.recorded_launches = std::max(hello.recorded_launches, static_cast<int>(starts.size()));
    auto& names = hello.algorithms[std::string(name_of(configuration.call.collective))];
    const std::string& name = configuration.way.algorithm;
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return hello;
}

/// Puts results with those of their start.
class Starts {
 public:
  explicit Starts(std::map<Configuration, std::vector<Records>>& starts) : starts_(starts) {}

  void add(const Record& record) {
    std::vector<Records>& starts = starts_[record.trial.configuration];
    const auto [place, is_new] =
        places_.try_emplace(std::pair(&starts, start_key(record)), starts.size());
    if (is_new) starts.emplace_back();
    starts[place->second].push_back(&record);
  }

 private:
  std::map<Configuration, std::vector<Records>>& starts_;
  std::map<std::pair<const std::vector<Records>*, std::string>, std::size_t> places_;
};

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

/// Starts of one configuration, found by their samples.
class BySample {
 public:
  explicit BySample(const std::vector<Records>& starts) : starts_(starts) {
    for (std::size_t i = 0; i < starts.size(); ++i) {
      for (const Record* const one : starts[i]) {
        for (const double sample : one->samples_us) with_[sample].insert(i);
      }
    }
  }

  /// Those that the result has samples of. \pre it has samples
  [[nodiscard]] std::vector<std::size_t> of(const Record& result) const {
    std::vector<std::size_t> found;
    std::ranges::copy_if(with_rarest(result), std::back_inserter(found),
                         [&](std::size_t i) { return is_of(starts_[i], result); });
    return found;
  }

 private:
  /// Starts with the sample of the result that the fewest have.
  [[nodiscard]] const std::set<std::size_t>& with_rarest(const Record& result) const {
    static const std::set<std::size_t> kNone;
    const std::set<std::size_t>* fewest = nullptr;
    for (const double sample : result.samples_us) {
      const auto with = with_.find(sample);
      if (with == with_.end()) return kNone;
      if (fewest == nullptr || with->second.size() < fewest->size()) fewest = &with->second;
    }
    return *fewest;
  }

  const std::vector<Records>& starts_;
  std::map<double, std::set<std::size_t>> with_;
};

/// Launches that were replayed before. Their samples show it, since results of other recordings may
/// be in the same file.
void leave_out(const std::vector<Record>& before, Recording& recording) {
  std::map<Configuration, std::vector<const Record*>> results;
  for (const Record& one : before) {
    if (!one.samples_us.empty()) results[one.trial.configuration].push_back(&one);
  }
  for (const auto& [configuration, list] : results) {
    const auto starts = recording.starts.find(configuration);
    if (starts == recording.starts.end()) continue;
    const BySample by_sample(starts->second);
    std::set<std::size_t> done;
    for (const Record* const result : list) {
      for (const std::size_t start : by_sample.of(*result)) done.insert(start);
    }
    std::vector<Records> left;
    for (std::size_t i = 0; i < starts->second.size(); ++i) {
      if (!done.contains(i)) left.push_back(std::move(starts->second[i]));
    }
    starts->second = std::move(left);
  }
}

/// What the file has that is gone on with, if it has anything.
std::vector<Record> continued_by(const LaunchRequest& job) {
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

core::Result<std::shared_ptr<Recording>> read_recording(const LaunchRequest& job) {
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
  Starts starts(recording->starts);
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
      starts.add(record);
    }
  }
  recording->hello = hello_of(*recording);
  leave_out(continued_by(job), *recording);
  return recording;
}

}  // namespace treering::tuner::runners
