#include "app/measuring/measure.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/measuring/conduct.h"
#include "app/measuring/notes.h"
#include "app/measuring/ranks.h"
#include "app/measuring/sweep.h"
#include "core/unit_text.h"
#include "tuner/importers/measurement_csv.h"
#include "tuner/importers/measurement_lines.h"
#include "tuner/measure/journal.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Configuration;
using tuner::measure::Journal;
using tuner::measure::Record;
using tuner::measure::Summary;
using tuner::measure::Workers;
using tuner::runners::Launcher;

/// Measures into `report.records`, and into the journal if there is one.
core::Result<void> measure(const MeasureRequest& request, const Asked& asked,
                           std::optional<Journal>& journal, MeasureReport& report) {
  auto start = asked.runner->starter(asked.job);
  if (!start) return core::fail(start.error());
  std::unique_ptr<Workers> first;
  Known known;
  if (asks_workers(request)) {
    auto started = (*start)();
    if (!started) return core::fail(started.error());
    first = *std::move(started);
    known = {first->hello().ranks, first->hello().algorithms};
  }
  const auto sweep = sweep_of(request, known);
  if (!sweep) return core::fail(sweep.error());
  tuner::measure::Conduct conduct = conduct_of(
      request, asked, started_with(std::move(first), asked.job.launcher, *std::move(start)));
  conduct.observe = request.observe;
  conduct.keep = [&](const Record& record) -> core::Result<void> {
    report.records.push_back(record);
    return journal ? journal->append(record) : core::Result<void>();
  };
  const auto done = tuner::measure::conduct(*sweep, std::vector<Record>(report.records), conduct);
  if (!done) return core::fail(done.error());
  report.is_stopped = request.stop.stop_requested();
  return {};
}

}  // namespace

core::Result<MeasureReport> answer(const MeasureRequest& request) {
  const auto asked = asked_of(request);
  if (!asked) return core::fail(asked.error());
  const Meeting meeting(asked->job);
  MeasureReport report;
  report.runner = request.runner;
  std::optional<Journal> journal;
  if (!request.output.empty()) {
    auto opened = Journal::open(request.output);
    if (!opened) return core::fail(opened.error());
    journal.emplace(*std::move(opened));
    if (request.is_resumed) report.records = journal->earlier();
    report.skipped = report.records.size();
  }
  if (const auto done = measure(request, *asked, journal, report); !done) {
    return core::fail(done.error());
  }
  report.rows = tuner::measure::summarise(report.records);
  std::ranges::stable_sort(report.rows, {}, [](const Summary& row) {
    const Configuration& one = row.configuration;
    return std::tuple(one.collective, one.algorithm, one.pair, one.bytes);
  });
  report.notes = notes_on(report);
  return report;
}

bool MeasureReport::is_emulated() const {
  return std::ranges::any_of(records, tuner::measure::is_emulated);
}

core::Result<std::string> measurement_csv(const MeasureReport& report) {
  if (report.is_emulated()) {
    return core::environment_error("GPUs",
                                   "emulated: the results are no measurements, and have no CSV", "",
                                   "write JSON, which marks them");
  }
  const auto set = tuner::importers::measurements_of(report.rows, "measured");
  return tuner::importers::write_measurement_csv(set.rows);
}

}  // namespace treering::app::measuring
