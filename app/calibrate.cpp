#include "app/calibrate.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/setup/time_model.h"
#include "core/text/field.h"
#include "core/units.h"
#include "tuner/profiles.h"

namespace treering::app {
namespace {

using measurements::GatheredRuns;

core::Result<void> check_request(const CalibrateRequest& request) {
  if (request.runs.is_about_many()) {
    const bool is_anchored = request.use == tuner::calibration::Use::Ends;
    for (const auto& [name, is_given] :
         {std::pair{"anchor", is_anchored},
          std::pair{"profile", request.runs.time_model.profile.has_value()}}) {
      if (!is_given) continue;
      return core::usage_error(core::field(name), "given together with ⟨systems⟩",
                               "the fit to many systems starts from the priors");
    }
  }
  return measurements::check_runs(request.runs);
}

/// The difference from a built-in profile.
core::Profile difference(const core::Profile& base, core::Profile whole, std::string name,
                         std::string description) {
  whole.name = std::move(name);
  whole.description = std::move(description);
  return tuner::what_changed(base, whole);
}

core::Result<CalibrateReport> calibrate_one(const CalibrateRequest& request) {
  const auto options = setup::time_model_options(request.runs.time_model);
  if (!options) return core::fail(options.error());
  auto read = measurements::gathered_runs(request.runs, options->profile, options->network);
  if (!read) return core::fail(read.error());
  const auto runs = std::make_shared<const GatheredRuns>(*std::move(read));
  const auto& observations = runs->gathered.observations;
  const auto gpus = tuner::calibration::by_gpu(runs->set.rows, observations);
  const tuner::calibration::MachineName machine{runs->topology, observations.front().kind.gpu};
  const auto checked = tuner::calibration::check_gpus(gpus, machine, runs->files.front());
  if (!checked) return core::fail(checked.error());
  auto found = tuner::calibration::calibrate_system(options->profile, observations, request.use);
  CalibrateReport report;
  report.profile = difference(
      tuner::shipped_profile(), found.profile, machine.name,
      fmt::format("Fitted to {} of {}.", core::counted(found.used.size(), "row"), runs->machines));
  report.before = options->profile;
  report.runs = runs;
  report.found = std::move(found);
  report.notes = runs->notes;
  std::string mixture = tuner::calibration::note_on_mixture(gpus, machine);
  if (!mixture.empty()) report.notes.push_back(std::move(mixture));
  return report;
}

core::Result<CalibrateReport> calibrate_many(const CalibrateRequest& request) {
  const core::Profile& prior = tuner::prior_profile();
  auto runs = measurements::gathered_runs(request.runs, prior, "");
  if (!runs) return core::fail(runs.error());
  std::erase_if(runs->gathered.observations, tuner::calibration::is_apart);
  CalibrateReport report;
  report.runs = std::make_shared<const GatheredRuns>(*std::move(runs));
  auto found = tuner::calibration::calibrate_jointly(prior, report.runs->gathered.observations);
  report.profile =
      difference(prior, found.profile, "published",
                 "The parameters of priors.json after a fit to published nccl-tests measurements.");
  report.before = prior;
  report.found = std::move(found);
  return report;
}

}  // namespace

core::Result<CalibrateReport> answer(const CalibrateRequest& request) {
  if (const auto checked = check_request(request); !checked) return core::fail(checked.error());
  return request.runs.is_about_many() ? calibrate_many(request) : calibrate_one(request);
}

}  // namespace treering::app
