#include "cli/command.h"

#include <utility>

#include "app/calibrate.h"
#include "app/hosts/calibrate_hosts.h"
#include "cli/options/requests.h"
#include "report/measurements/validate_text.h"

namespace treering::cli {
namespace {

core::Result<Answer> calibrate_hosts(const Arguments& arguments, const Display& display) {
  auto runs = host_runs_request(arguments);
  if (!runs) return core::fail(runs.error());
  const auto report = app::hosts::answer(
      app::hosts::CalibrateHostsRequest{*std::move(runs), text_option(arguments, "profile")});
  if (!report) return core::fail(report.error());
  return Answer{.text = core::profile_to_json(report->profile),
                .form = Form::Text,
                .report = report::measurements::calibrate_hosts_text(*report, display)};
}

}  // namespace

core::Result<Answer> run_calibrate(const Arguments& arguments, const Display& display) {
  if (is_about_hosts(arguments)) return calibrate_hosts(arguments, display);
  auto runs = runs_request(arguments);
  if (!runs) return core::fail(runs.error());
  app::CalibrateRequest request{.runs = *std::move(runs)};
  if (arguments.has("anchor")) request.use = tuner::calibration::Use::Ends;
  auto report = app::answer(request);
  if (!report) return core::fail(report.error());
  return Answer{.text = core::profile_to_json(report->profile),
                .form = Form::Text,
                .notes = std::move(report->notes),
                .report = report::measurements::calibrate_text(*report, display)};
}

}  // namespace treering::cli
