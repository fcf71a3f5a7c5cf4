#include "app/measurements/measurement_files.h"

#include <algorithm>
#include <utility>

namespace treering::app::measurements {
namespace {

core::Result<tuner::runs::RunFile> read_file(const std::string& file,
                                             const tuner::runs::ImportHints& hints,
                                             const hw::io::Files& source) {
  const auto text = source.read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  return tuner::runs::read_run_file({hw::io::shown_path(file), *text}, hints);
}

}  // namespace

core::Result<tuner::runs::Runs> read_runs(const std::vector<std::string>& files,
                                          const tuner::runs::ImportHints& hints,
                                          const hw::io::Files& source) {
  tuner::runs::Runs all;
  for (const std::string& file : files) {
    auto runs = read_file(file, hints, source);
    if (!runs) return core::fail(runs.error());
    all.push_back(*std::move(runs));
  }
  return all;
}

core::Result<tuner::MeasurementSet> gpu_rows_of(const tuner::runs::Runs& runs) {
  auto set = tuner::runs::rows_of(runs);
  if (!set) return set;
  for (const tuner::Measurement& row : set->rows) {
    if (row.way.library.empty()) continue;
    return core::bad_input(
        row.file, "runs of " + row.way.library + " on CPUs", "expected runs of NCCL on GPUs",
        "treering calibrate hosts, validate hosts and check --topology hosts take them; tune "
        "--runner replay --measurements FILE --report PAGE makes a page of them, measure --compare "
        "lays two beside each other");
  }
  return set;
}

bool Wanted::has(const tuner::Measurement& row) const {
  return row.id == id.value_or(row.id) &&
         (collectives.empty() ||
          std::ranges::find(collectives, row.collective) != collectives.end());
}

}  // namespace treering::app::measurements
