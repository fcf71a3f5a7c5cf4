#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/commands.h"
#include "cli/import/import_report.h"
#include "cli/import/measurement_files.h"
#include "cli/options/names.h"
#include "cli/output/notes.h"
#include "tuner/importers/measurement_csv.h"

namespace treering::cli {
namespace {

std::string render(const ImportReport& report, Format format) {
  switch (format) {
    case Format::Text:
      return import_text(report);
    case Format::Json:
      return import_json(report);
    case Format::Csv:
      return tuner::importers::write_measurement_csv(report.set.rows);
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
  auto set = read_measurements(report.files, *hints);
  if (!set) return core::fail(set.error());
  report.set = *std::move(set);
  Answer answer{.text = render(report, *format)};
  if (*format != Format::Csv) return answer;
  answer.notes = texts_of(report.set.rejected);
  std::ranges::move(texts_of(report.set.notes), std::back_inserter(answer.notes));
  return answer;
}

}  // namespace treering::cli
