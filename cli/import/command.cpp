#include <utility>

#include "app/import.h"
#include "cli/commands.h"
#include "cli/import/json.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "core/topology/cluster.h"
#include "report/measurements/import_text.h"

namespace treering::cli {
namespace {

core::Result<app::ImportRequest> import_request(const Arguments& arguments) {
  app::ImportRequest request;
  request.files = arguments.positionals;
  request.hints.id = arguments.value("id").value_or("");
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  request.hints.collective = *collective;
  const auto nodes = count_option(arguments, "nodes", core::kMaxRanks);
  if (!nodes) return core::fail(nodes.error());
  request.hints.nodes = nodes->value_or(0);
  return request;
}

std::string render(const app::ImportReport& report, Format format, bool is_quiet,
                   const Display& display) {
  switch (format) {
    case Format::Text:
      return report::measurements::import_text(report, is_quiet, display);
    case Format::Json:
      return import_json(report);
    case Format::Csv:
      return measurement_csv(report);
  }
  return "";
}

}  // namespace

core::Result<Answer> run_import(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = import_request(arguments);
  if (!request) return core::fail(request.error());
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  Answer answer{.text = render(*report, *format, arguments.has("quiet"), display)};
  // Text and JSON say it themselves.
  if (*format == Format::Csv) answer.notes = notes_on(*report);
  return answer;
}

}  // namespace treering::cli
