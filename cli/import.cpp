#include "tuner/import/import.h"

#include <iterator>
#include <utility>

#include "cli/call_options.h"
#include "cli/commands.h"
#include "cli/import_report.h"
#include "cli/names.h"
#include "cli/notes.h"
#include "core/cluster.h"
#include "core/quote.h"
#include "hw/io/files.h"
#include "tuner/import/measurement_csv.h"

namespace treering::cli {
namespace {

constexpr std::string_view kStandardInput = "-";

core::Result<tuner::ImportHints> read_hints(const Arguments& arguments) {
  tuner::ImportHints hints;
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

core::Result<tuner::MeasurementSet> import_file(const std::string& file,
                                                const tuner::ImportHints& hints) {
  const bool is_standard_input = file == kStandardInput;
  const auto text =
      hw::RealFiles().read(is_standard_input ? "/dev/stdin" : file, hw::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  const std::string name = is_standard_input ? "stdin" : core::printable(file);
  return tuner::import_measurements({name, *text}, hints);
}

template <class Values>
void append(Values&& from, std::remove_reference_t<Values>& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

std::string render(const ImportReport& report, Format format) {
  switch (format) {
    case Format::Text:
      return import_text(report);
    case Format::Json:
      return import_json(report);
    case Format::Csv:
      return tuner::write_measurement_csv(report.set.rows);
  }
  return "";
}

}  // namespace

core::Result<Answer> run_import(const Arguments& arguments, const Display& /*display*/) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto hints = read_hints(arguments);
  if (!hints) return core::fail(hints.error());
  ImportReport report;
  report.files = arguments.positionals;
  report.is_quiet = arguments.has("quiet");
  for (const std::string& file : report.files) {
    auto set = import_file(file, *hints);
    if (!set) return core::fail(set.error());
    append(std::move(set->rows), report.set.rows);
    append(std::move(set->rejected), report.set.rejected);
    append(std::move(set->notes), report.set.notes);
  }
  Answer answer{.text = render(report, *format)};
  if (*format != Format::Csv) return answer;
  answer.notes = texts_of(report.set.rejected);
  append(texts_of(report.set.notes), answer.notes);
  return answer;
}

}  // namespace treering::cli
