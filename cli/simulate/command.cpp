#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/simulate.h"
#include "cli/commands.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "cli/simulate/writers.h"
#include "report/simulation/simulate_text.h"
#include "report/simulation/trace_json.h"

namespace treering::cli {
namespace {

core::Result<app::SimulateRequest> simulate_request(const Arguments& arguments) {
  app::SimulateRequest request;
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  request.collective = collective->value_or(request.collective);
  const auto bytes = size_option(arguments, "size");
  if (!bytes) return core::fail(bytes.error());
  request.bytes = bytes->value_or(request.bytes);
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  request.op = types->op;
  request.way = {text_option(arguments, "algo"), text_option(arguments, "proto")};
  request.schedule = text_option(arguments, "schedule");
  request.faults = arguments.all_values("fault");
  request.is_exact = arguments.has("exact");
  request.time_model = time_model_request(arguments);
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return request;
}

std::string simulated(const app::SimulateReport& report, Format format,
                      const report::simulation::SimulateTextOptions& options) {
  switch (format) {
    case Format::Text:
      return simulate_text(report, options);
    case Format::Json:
      return simulate_json(report);
    case Format::Csv:
      return simulate_csv(report);
  }
  return "";
}

/// A picture or a trace, of which one may be asked for.
struct FileForm {
  std::string_view option;  // empty: none
  std::string file;         // "-": standard output
};

core::Result<FileForm> file_form(const Arguments& arguments) {
  FileForm form;
  for (const std::string_view option : {"svg", "trace"}) {
    const auto file = arguments.value(option);
    if (!file) continue;
    const std::string name = fmt::format("--{}", option);
    if (!form.option.empty()) {
      return core::usage_error(name, fmt::format("given together with --{}", form.option),
                               "expected one of the two");
    }
    if (arguments.has("output")) {
      return core::usage_error(name, "given together with --output", "expected one of the two");
    }
    if (file->empty()) return core::usage_error(name, "'' is no file name", "expected FILE");
    form = {option, std::string(*file)};
  }
  return form;
}

/// The picture or trace for its file, and the report beside it.
void add_file(const FileForm& form, const app::SimulateReport& report, Answer& answer) {
  std::string text = form.option == "svg" ? report::simulation::simulate_svg(report)
                                          : report::simulation::trace_json(*report.recorded);
  std::swap(answer.text, text);
  if (form.file == "-") return;
  answer.file = form.file;
  answer.report = std::move(text);
}

}  // namespace

core::Result<Answer> run_simulate(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto form = file_form(arguments);
  if (!form) return core::fail(form.error());
  auto request = simulate_request(arguments);
  if (!request) return core::fail(request.error());
  request->is_recorded = !form->option.empty();
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  const report::simulation::SimulateTextOptions options{
      {.display = display, .is_quiet = arguments.has("quiet")},
      arguments.has("explain-parameters")};
  Answer answer{.text = simulated(*report, *format, options), .notes = report->job.notes};
  if (!form->option.empty()) add_file(*form, *report, answer);
  return answer;
}

}  // namespace treering::cli
