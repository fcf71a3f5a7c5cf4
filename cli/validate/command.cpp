#include <utility>

#include "app/validate.h"
#include "cli/commands.h"
#include "cli/options/hosts_request.h"
#include "cli/options/names.h"
#include "cli/options/runs_request.h"
#include "cli/validate/hosts.h"
#include "cli/validate/writers.h"
#include "report/measurements/validate_text.h"

namespace treering::cli {
namespace {

std::string render(const app::ValidateReport& report, Format format, bool is_quiet,
                   const Display& display) {
  switch (format) {
    case Format::Text:
      return report::measurements::validate_text(report, is_quiet, display);
    case Format::Json:
      return validate_json(report);
    case Format::Csv:
      return validate_csv(report);
  }
  return "";
}

}  // namespace

core::Result<Answer> run_validate(const Arguments& arguments, const Display& display) {
  if (is_about_hosts(arguments)) return validate_hosts(arguments, display);
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto runs = runs_request(arguments);
  if (!runs) return core::fail(runs.error());
  runs->with_events = arguments.has("event");
  app::ValidateRequest request{.runs = *std::move(runs)};
  if (arguments.has("cross-validate")) request.cross = app::CrossValidation::On;
  auto report = app::answer(request);
  if (!report) return core::fail(report.error());
  return Answer{.text = render(*report, *format, arguments.has("quiet"), display),
                .notes = std::move(report->notes)};
}

}  // namespace treering::cli
