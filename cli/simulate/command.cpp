#include <utility>

#include "app/simulate.h"
#include "cli/commands.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "cli/simulate/writers.h"
#include "report/simulation/simulate_text.h"

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
  request.way = {text_option(arguments, "one-algo"), text_option(arguments, "one-proto")};
  request.schedule = text_option(arguments, "schedule");
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

}  // namespace

core::Result<Answer> run_simulate(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = simulate_request(arguments);
  if (!request) return core::fail(request.error());
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  const report::simulation::SimulateTextOptions options{
      {.display = display, .is_quiet = arguments.has("quiet")},
      arguments.has("explain-parameters")};
  return Answer{.text = simulated(*report, *format, options), .notes = report->job.notes};
}

}  // namespace treering::cli
