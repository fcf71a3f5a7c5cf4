#include "tuner/doctor/doctor.h"

#include <array>
#include <utility>

#include "cli/clock.h"
#include "cli/commands.h"
#include "cli/doctor_report.h"
#include "cli/names.h"
#include "cli/plan.h"

namespace treering::cli {
namespace {

using sim::environment::Assignment;

core::NcclVariable variable_of(const Assignment& assignment) {
  return {assignment.name,
          assignment.value,
          {core::Origin::Kind::Discovered,
           assignment.origin == sim::environment::Origin::Option ? "--env" : "the process"}};
}

/// Those that the source tells, under those of the options.
void add_variables(const Variables& given, JobOptions& options) {
  for (const Assignment& assignment : given) {
    auto& known = options.host.variables;
    std::erase_if(known,
                  [&](const core::NcclVariable& one) { return one.name == assignment.name; });
    known.push_back(variable_of(assignment));
  }
}

/// NCCL's settings by all of them. What NCCL cannot read is left out here and is a finding.
void follow_variables(JobOptions& options) {
  std::vector<Assignment> assignments;
  for (const core::NcclVariable& variable : options.host.variables) {
    const Assignment assignment{variable.name, variable.value, sim::environment::Origin::Process};
    if (sim::environment::read_environment(std::array{assignment})) {
      assignments.push_back(assignment);
    }
  }
  if (auto environment = sim::environment::read_environment(assignments)) {
    options.job.settings = environment->settings;
    options.variables = std::move(environment->followed);
  }
}

}  // namespace

core::Result<Answer> run_doctor(const Arguments& arguments, const Display& /*display*/) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto clock = read_clock(arguments, sim::Model::Cost);
  if (!clock) return core::fail(clock.error());
  auto job = read_job(arguments, UnnamedNccl::OfSource);
  if (!job) return core::fail(job.error());
  const auto given = given_variables(arguments);
  if (!given) return core::fail(given.error());
  add_variables(*given, *job);
  follow_variables(*job);

  DoctorReport report;
  const tuner::Patient patient{{job->cluster, job->job}, job->host};
  report.diagnosis = tuner::diagnose(patient, clock->profile, clock->network);
  report.job = *std::move(job);
  report.profile = clock->profile.name;
  report.is_quiet = arguments.has("quiet");
  return Answer{.text = *format == Format::Text ? doctor_text(report) : doctor_json(report),
                .notes = report.job.notes,
                .exit_code = report.diagnosis.is_ill() ? ExitCode::CheckFailed : ExitCode::Done};
}

}  // namespace treering::cli
