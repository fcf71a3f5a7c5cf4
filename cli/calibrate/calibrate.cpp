#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/calibrate/calibrate_report.h"
#include "cli/commands.h"
#include "cli/output/time_model.h"
#include "core/text/quote.h"
#include "core/unit_text.h"
#include "tuner/calibration/mixture.h"
#include "tuner/profiles.h"

namespace treering::cli {
namespace {

core::Result<void> check_options(const Arguments& arguments) {
  if (!arguments.has("systems")) return {};
  for (const char* const option : {"anchor", "profile"}) {
    if (!arguments.has(option)) continue;
    return core::usage_error(fmt::format("--{}", option), "given together with --systems",
                             "the fit to many systems starts from the priors");
  }
  return {};
}

/// The profile as what lies over one that is built in.
std::string profile_text(const core::Profile& base, core::Profile whole, std::string name,
                         std::string description) {
  whole.name = std::move(name);
  whole.description = std::move(description);
  return core::profile_to_json(tuner::what_changed(base, whole));
}

/// Fails where all rows are of GPUs that the machine does not have.
core::Result<void> check_gpus(const Runs& runs,
                              const std::vector<tuner::calibration::GpuRows>& gpus,
                              const tuner::calibration::MachineName& machine) {
  if (!tuner::calibration::are_all_of_others(gpus, machine)) return {};
  return core::bad_input(
      runs.files.front(), fmt::format("rows of {}", tuner::calibration::text_of(gpus)),
      fmt::format("expected {} GPUs as {} has", machine.generation, machine.name),
      "name the topology that they ran on");
}

core::Result<Answer> calibrate_one(const Arguments& arguments) {
  const auto clock = read_clock(arguments, sim::Model::Cost);
  if (!clock) return core::fail(clock.error());
  const auto runs = read_runs(arguments, clock->profile, clock->network);
  if (!runs) return core::fail(runs.error());
  const auto& observations = runs->gathered.observations;
  const auto gpus = tuner::calibration::by_gpu(runs->set.rows, observations);
  const tuner::calibration::MachineName machine{core::printable(arguments.positional(0)),
                                                observations.front().kind.gpu};
  if (const auto checked = check_gpus(*runs, gpus, machine); !checked) {
    return core::fail(checked.error());
  }
  const auto use =
      arguments.has("anchor") ? tuner::calibration::Use::Ends : tuner::calibration::Use::All;
  const auto found = tuner::calibration::calibrate_system(clock->profile, observations, use);
  Answer answer;
  answer.text = profile_text(
      tuner::shipped_profile(), found.profile, machine.name,
      fmt::format("Fitted to {} of {}.", core::counted(found.used.size(), "row"), runs->machines));
  answer.report = calibrate_text(*runs, clock->profile, found);
  answer.notes = runs->notes;
  std::string mixture = tuner::calibration::note_on_mixture(gpus, machine);
  if (!mixture.empty()) answer.notes.push_back(std::move(mixture));
  return answer;
}

core::Result<Answer> calibrate_many(const Arguments& arguments) {
  const core::Profile& prior = tuner::prior_profile();
  auto runs = read_runs(arguments, prior, "");
  if (!runs) return core::fail(runs.error());
  std::erase_if(runs->gathered.observations, tuner::calibration::is_apart);
  const auto found = tuner::calibration::calibrate_jointly(prior, runs->gathered.observations);
  Answer answer;
  answer.text = profile_text(
      prior, found.profile, "published",
      "The parameters of priors.json after a fit to published nccl-tests measurements.");
  answer.report = calibrate_text(*runs, found);
  return answer;
}

}  // namespace

core::Result<Answer> run_calibrate(const Arguments& arguments, const Display& /*display*/) {
  if (const auto checked = check_options(arguments); !checked) {
    return core::fail(checked.error());
  }
  const auto is_many = is_about_many(arguments);
  if (!is_many) return core::fail(is_many.error());
  return *is_many ? calibrate_many(arguments) : calibrate_one(arguments);
}

}  // namespace treering::cli
