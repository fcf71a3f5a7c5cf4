#include "app/measuring/measure.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/measuring/conduct.h"
#include "app/measuring/notes.h"
#include "core/units.h"
#include "hw/io/files.h"
#include "sim/libraries/library.h"
#include "tuner/measure/conductor.h"
#include "tuner/measure/journal.h"
#include "tuner/runs/formats.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Configuration;
using tuner::measure::Journal;
using tuner::measure::Record;
using tuner::measure::Summary;
using tuner::measure::Workers;

/// What the file has of this run, where it is resumed. Returns the number of the run's first
/// launch.
int take_earlier(const MeasureRequest& request, const Journal& journal,
                 const tuner::measure::Conduct& conduct, MeasureReport& report) {
  if (!request.is_resumed) return tuner::measure::next_launch(journal.earlier());
  tuner::measure::Resumed resumed = tuner::measure::resumed(journal.earlier(), conduct);
  report.records = std::move(resumed.own);
  const auto retried =
      static_cast<std::size_t>(std::ranges::count_if(report.records, [&](const Record& record) {
        return tuner::measure::is_retried(record, conduct.retry);
      }));
  report.skipped = report.records.size() - retried;
  if (retried > 0) {
    report.notes.push_back(fmt::format("{} of the file that failed {} measured again",
                                       core::counted(retried, "result"),
                                       retried == 1 ? "is" : "are"));
  }
  report.others = resumed.others;
  report.unlike = std::move(resumed.unlike);
  return resumed.first_launch;
}

/// Measures into `report.records`, and into the journal if there is one.
core::Result<void> measure(const MeasureRequest& request, const Asked& asked,
                           std::optional<Journal>& journal, MeasureReport& report) {
  auto start = asked.runner->starter(asked.job);
  if (!start) return core::fail(start.error());
  std::unique_ptr<Workers> first;
  Known known;
  // Ranks alone know their library, their machines and, under a launcher, their number: and so
  // which results are of the same run.
  const bool is_resumed = request.is_resumed && journal && !journal->earlier().empty();
  if (asks_workers(request) || is_resumed) {
    auto started = (*start)();
    if (!started) return core::fail(started.error());
    first = *std::move(started);
    known = known_of(first->hello());
  }
  std::ranges::move(unrecorded_notes(request, known), std::back_inserter(report.notes));
  auto sweep = sweep_of(request, known);
  if (!sweep) return core::fail(sweep.error());
  const auto hello = first ? std::optional(first->hello()) : std::nullopt;
  tuner::measure::Conduct conduct = conduct_of(
      request, asked, started_with(std::move(first), asked.job.launcher, *std::move(start)));
  std::size_t all = 0;
  conduct.observe = [&](const tuner::measure::Progress& progress) {
    all = progress.all;
    if (request.observe) request.observe(progress);
  };
  if (request.retries_failed) conduct.retry = tuner::measure::Retry::Failed;
  if (is_resumed) take_ranks(*hello, conduct);
  if (journal) sweep->first_launch = take_earlier(request, *journal, conduct, report);
  conduct.keep = [&](const Record& record) -> core::Result<void> {
    report.records.push_back(record);
    return journal ? journal->append(record) : core::Result<void>();
  };
  const auto done = tuner::measure::conduct(*sweep, std::vector<Record>(report.records), conduct);
  if (!done) return core::fail(done.error());
  report.records = tuner::measure::without_retried(std::move(report.records));
  report.open = all - *done;
  report.is_stopped = report.open > 0;
  return {};
}

/// A recording whose end is missing answers with what it has.
void note_torn_recording(const MeasureRequest& request, std::vector<std::string>& notes) {
  if (!request.measurements) return;
  const auto text = hw::io::RealFiles().read(*request.measurements, hw::io::kMaxFileBytes);
  if (text && tuner::measure::is_torn(*text)) {
    notes.push_back(fmt::format("{}: {}", *request.measurements, tuner::measure::kTornLine));
  }
}

core::Result<void> check(const MeasureRequest& request) {
  if (request.is_resumed && request.output.empty()) {
    return core::usage_error("⟨resume⟩", "given without ⟨output⟩", "",
                             "name the file whose run goes on");
  }
  if (request.retries_failed && !request.is_resumed) {
    return core::usage_error("⟨retry-failed⟩", "given without ⟨resume⟩", "",
                             "only a run that goes on has results that failed");
  }
  return check_recording(request);
}

}  // namespace

setup::Carrier carrier_of(const std::string& runner) {
  return sim::libraries::is_on_gpus(runner) ? setup::Carrier::Gpus : setup::Carrier::Cpus;
}

core::Result<void> check_recording(const MeasureRequest& request) {
  if (!request.measurements || request.runner == "replay") return {};
  return core::usage_error("⟨measurements⟩", "given with the runner " + request.runner, "",
                           "it is for ⟨runner⟩ replay");
}

core::Result<MeasureReport> answer(const MeasureRequest& request) {
  if (const auto checked = check(request); !checked) return core::fail(checked.error());
  const auto asked = asked_of(request);
  if (!asked) return core::fail(asked.error());
  MeasureReport report;
  report.runner = request.runner;
  std::optional<Journal> journal;
  if (!request.output.empty()) {
    auto opened = Journal::open(request.output);
    if (!opened) return core::fail(opened.error());
    journal.emplace(*std::move(opened));
    if (journal->was_torn()) {
      report.notes.push_back(fmt::format("{}: {}", request.output, tuner::measure::kCutLine));
    }
  }
  if (const auto done = measure(request, *asked, journal, report); !done) {
    return core::fail(done.error());
  }
  report.rows = tuner::measure::summarise(report.records);
  std::ranges::stable_sort(report.rows, {}, [](const Summary& row) {
    const Configuration& one = row.configuration;
    return std::tuple(one.call.collective, one.way.algorithm, one.pair, one.call.bytes);
  });
  std::ranges::move(notes_on(report), std::back_inserter(report.notes));
  note_torn_recording(request, report.notes);
  return report;
}

bool MeasureReport::has_failed() const {
  return !rows.empty() &&
         std::ranges::none_of(rows, [](const Summary& row) { return row.samples > 0; });
}

bool MeasureReport::is_emulated() const {
  return std::ranges::any_of(records, tuner::measure::is_emulated);
}

std::string measurement_lines(const MeasureReport& report) {
  std::string text;
  for (Record record : report.records) {
    record.is_of_stopped = report.is_stopped;
    text += line_of(record) + "\n";
  }
  return text;
}

core::Result<std::string> measurement_csv(const MeasureReport& report) {
  if (report.is_emulated()) {
    return core::environment_error("GPUs",
                                   "emulated: the results are no measurements, and have no CSV", "",
                                   "write JSON, which marks them");
  }
  const auto set = tuner::runs::measurements_of(report.rows, "measured");
  return tuner::runs::write_measurement_csv(
      set.rows, report.is_stopped ? "stopped before all was measured" : "");
}

}  // namespace treering::app::measuring
