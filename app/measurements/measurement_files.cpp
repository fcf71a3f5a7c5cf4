#include "app/measurements/measurement_files.h"

#include <iterator>
#include <utility>

namespace treering::app::measurements {
namespace {

core::Result<tuner::MeasurementSet> import_file(const std::string& file,
                                                const tuner::importers::ImportHints& hints,
                                                const hw::io::Files& source) {
  const auto text = source.read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  return tuner::importers::import_measurements({hw::io::shown_path(file), *text}, hints);
}

template <class Value>
void append(std::vector<Value>&& from, std::vector<Value>& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

core::Result<tuner::MeasurementSet> read_measurements(const std::vector<std::string>& files,
                                                      const tuner::importers::ImportHints& hints,
                                                      const hw::io::Files& source) {
  tuner::MeasurementSet all;
  for (const std::string& file : files) {
    auto set = import_file(file, hints, source);
    if (!set) return core::fail(set.error());
    append(std::move(set->rows), all.rows);
    append(std::move(set->rejected), all.rejected);
    all.rejected_besides += set->rejected_besides;
    append(std::move(set->notes), all.notes);
  }
  return all;
}

core::Result<tuner::MeasurementSet> read_gpu_measurements(
    const std::vector<std::string>& files, const tuner::importers::ImportHints& hints,
    const hw::io::Files& source) {
  auto set = read_measurements(files, hints, source);
  if (!set) return set;
  for (const tuner::Measurement& row : set->rows) {
    if (row.cpu_library.empty()) continue;
    return core::bad_input(
        row.file, "runs of " + row.cpu_library + " on CPUs", "expected runs of NCCL on GPUs",
        "treering calibrate hosts, validate hosts and check --topology hosts take them; tune "
        "--runner replay --measurements FILE --report PAGE makes a page of them, measure --compare "
        "lays two beside each other");
  }
  return set;
}

}  // namespace treering::app::measurements
