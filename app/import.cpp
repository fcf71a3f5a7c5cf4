#include "app/import.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/measurements/rows.h"
#include "app/setup/setup.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/runs.h"

namespace treering::app {

core::Result<ImportReport> answer(const ImportRequest& request) {
  const auto runs = measurements::read_runs(request.files, request.hints, hw::io::RealFiles());
  if (!runs) return core::fail(runs.error());
  auto set = tuner::runs::rows_of(*runs);
  if (!set) return core::fail(set.error());
  ImportReport report;
  report.files = request.files;
  report.nearest_versions = tuner::runs::nearest_versions(set->rows);
  report.set = *std::move(set);
  return report;
}

std::string measurement_csv(const ImportReport& report) {
  return tuner::runs::write_measurement_csv(report.set.rows);
}

std::vector<std::string> notes_on(const ImportReport& report) {
  std::vector<std::string> notes = measurements::texts_on_runs(report.set);
  std::ranges::move(setup::texts_of(report.set.rejected), std::back_inserter(notes));
  std::ranges::move(setup::texts_of(report.set.notes), std::back_inserter(notes));
  return notes;
}

}  // namespace treering::app
