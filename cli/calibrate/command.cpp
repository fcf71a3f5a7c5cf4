#include <utility>

#include "app/calibrate.h"
#include "cli/commands.h"
#include "cli/options/runs_request.h"
#include "report/measurements/calibrate_text.h"

namespace treering::cli {

core::Result<Answer> run_calibrate(const Arguments& arguments, const Display& display) {
  auto runs = runs_request(arguments);
  if (!runs) return core::fail(runs.error());
  app::CalibrateRequest request{.runs = *std::move(runs)};
  if (arguments.has("anchor")) request.use = tuner::calibration::Use::Ends;
  auto report = app::answer(request);
  if (!report) return core::fail(report.error());
  return Answer{.text = core::profile_to_json(report->profile),
                .notes = std::move(report->notes),
                .report = report::measurements::calibrate_text(*report, display)};
}

}  // namespace treering::cli
