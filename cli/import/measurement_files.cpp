#include "cli/import/measurement_files.h"

#include <iterator>
#include <utility>

#include "cli/options/call_options.h"
#include "core/text/quote.h"
#include "core/topology/cluster.h"
#include "hw/io/files.h"

namespace treering::cli {
namespace {

constexpr std::string_view kStandardInput = "-";

core::Result<tuner::MeasurementSet> import_file(const std::string& file,
                                                const tuner::importers::ImportHints& hints) {
  const bool is_standard_input = file == kStandardInput;
  const auto text =
      hw::io::RealFiles().read(is_standard_input ? "/dev/stdin" : file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  const std::string name = is_standard_input ? "stdin" : core::printable(file);
  return tuner::importers::import_measurements({name, *text}, hints);
}

template <class Value>
void append(std::vector<Value>&& from, std::vector<Value>& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

core::Result<tuner::importers::ImportHints> read_hints(const Arguments& arguments) {
  tuner::importers::ImportHints hints;
  hints.id = arguments.value("id").value_or("");
  if (const auto name = arguments.value("collective")) {
    const auto collective = parse_collective(*name);
    if (!collective) return core::fail(collective.error());
    hints.collective = *collective;
  }
  const auto nodes = read_count(arguments, "nodes", 0, core::kMaxRanks);
  if (!nodes) return core::fail(nodes.error());
  hints.nodes = *nodes;
  return hints;
}

core::Result<tuner::MeasurementSet> read_measurements(const std::vector<std::string>& files,
                                                      const tuner::importers::ImportHints& hints) {
  tuner::MeasurementSet all;
  for (const std::string& file : files) {
    auto set = import_file(file, hints);
    if (!set) return core::fail(set.error());
    append(std::move(set->rows), all.rows);
    append(std::move(set->rejected), all.rejected);
    append(std::move(set->notes), all.notes);
  }
  return all;
}

}  // namespace treering::cli
