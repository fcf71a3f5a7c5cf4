#include <utility>

#include "app/check.h"
#include "app/hosts/records.h"
#include "cli/check/hosts.h"
#include "cli/check/writers.h"
#include "cli/commands.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "report/findings/check_text.h"

namespace treering::cli {
namespace {

core::Result<app::CheckRequest> check_request(const Arguments& arguments) {
  const auto topology = arguments.value("topology");
  if (!topology) {
    return core::usage_error("--topology", "not given", "expected the machine of the run",
                             "treering list topologies names those that are built in");
  }
  auto job = job_request_on(std::string(*topology), arguments);
  if (!job) return core::fail(job.error());
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  app::CheckRequest request;
  request.files = arguments.positionals;
  request.job = *std::move(job);
  request.wanted.id = text_option(arguments, "id");
  if (*collective) request.wanted.collectives = {**collective};
  request.wanted.unnamed = *collective;
  request.time_model = time_model_request(arguments);
  return request;
}

std::string render(const app::CheckReport& report, Format format, bool is_quiet,
                   const Display& display) {
  switch (format) {
    case Format::Text:
      return report::findings::check_text(report, is_quiet, display);
    case Format::Json:
      return check_json(report);
    case Format::Csv:
      return check_csv(report);
  }
  return "";
}

}  // namespace

core::Result<Answer> run_check(const Arguments& arguments, const Display& display) {
  if (arguments.value("topology") == app::hosts::kHosts)
    return check_hosts_answer(arguments, display);
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = check_request(arguments);
  if (!request) return core::fail(request.error());
  auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  return Answer{.text = render(*report, *format, arguments.has("quiet"), display),
                .notes = std::move(report->notes),
                .exit_code = report->is_odd ? ExitCode::CheckFailed : ExitCode::Done};
}

}  // namespace treering::cli
