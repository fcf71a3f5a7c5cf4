#include "tuner/doctor/doctor.h"

#include <array>
#include <utility>
#include <variant>

#include "cli/commands.h"
#include "cli/doctor/doctor_report.h"
#include "cli/options/names.h"
#include "cli/output/notes.h"
#include "cli/output/time_model.h"
#include "core/text/quote.h"
#include "hw/load_cluster.h"

namespace treering::cli {
namespace {

using sim::job::Assignment;

core::NcclVariable variable_of(const Assignment& assignment) {
  return {assignment.name,
          assignment.value,
          {core::Origin::Kind::Discovered,
           assignment.origin == sim::job::Origin::Option ? "--env" : "the process"}};
}

/// Those that the source tells, under those of the options.
void add_variables(const Variables& given, core::HostState& host) {
  for (const Assignment& assignment : given) {
    auto& known = host.variables;
    std::erase_if(known,
                  [&](const core::NcclVariable& one) { return one.name == assignment.name; });
    known.push_back(variable_of(assignment));
  }
}

/// NCCL's settings by all of them. What NCCL cannot read is left out here and is a finding.
void follow_variables(JobOptions& options) {
  const auto& version = sim::nccl::versions::version(options.job.nccl_version);
  std::vector<Assignment> assignments;
  for (const core::NcclVariable& variable : options.host.variables) {
    const Assignment assignment{variable.name, variable.value, sim::job::Origin::Process};
    if (sim::job::read_environment(std::array{assignment}, version)) {
      assignments.push_back(assignment);
    }
  }
  if (auto environment = sim::job::read_environment(assignments, version)) {
    options.job.settings = environment->settings;
    options.variables = std::move(environment->followed);
  }
}

/// What the command line asks for beside the topology.
struct Request {
  Format format = Format::Text;
  TimeModelOptions time_model;
  Variables given;
  bool is_quiet = false;
};

core::Result<Request> read_request(const Arguments& arguments) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto time_model = read_time_model(arguments, sim::Model::Cost);
  if (!time_model) return core::fail(time_model.error());
  auto given = given_variables(arguments);
  if (!given) return core::fail(given.error());
  return Request{*format, *std::move(time_model), *std::move(given), arguments.has("quiet")};
}

Answer answer_of(const DoctorReport& report, const Request& request) {
  return {.text = request.format == Format::Text ? doctor_text(report) : doctor_json(report),
          .notes = report.job.notes,
          .exit_code = report.diagnosis.is_ill() ? ExitCode::CheckFailed : ExitCode::Done};
}

Answer examine(JobOptions job, const Request& request) {
  add_variables(request.given, job.host);
  follow_variables(job);
  const tuner::doctor::Patient patient{{job.cluster, job.job}, job.host};
  DoctorReport report;
  report.diagnosis =
      tuner::doctor::diagnose(patient, request.time_model.profile, request.time_model.network);
  report.job = std::move(job);
  report.profile = request.time_model.profile.name;
  report.is_quiet = request.is_quiet;
  return answer_of(report, request);
}

/// Refused where the run shows nothing either.
core::Result<Answer> examine_run(hw::formats::LoadedRun run, std::string_view source,
                                 const Request& request) {
  DoctorReport report;
  report.has_machine = false;
  report.job.source = core::printable(source);
  report.job.notes = texts_of(run.notes);
  report.job.host = std::move(run.host);
  add_variables(request.given, report.job.host);
  report.diagnosis = tuner::doctor::diagnose_run(report.job.host);
  report.is_quiet = request.is_quiet;
  if (report.diagnosis.findings.empty()) return core::fail(run.why_no_machine);
  return answer_of(report, request);
}

}  // namespace

core::Result<Answer> run_doctor(const Arguments& arguments, const Display& /*display*/) {
  const auto request = read_request(arguments);
  if (!request) return core::fail(request.error());
  auto loaded = hw::load_cluster_or_run(std::string(arguments.positional(0)));
  if (!loaded) return core::fail(loaded.error());
  if (auto* const run = std::get_if<hw::formats::LoadedRun>(&*loaded)) {
    return examine_run(std::move(*run), arguments.positional(0), *request);
  }
  auto job = job_on(std::get<hw::formats::LoadedCluster>(*std::move(loaded)), arguments,
                    UnnamedNccl::OfSource);
  if (!job) return core::fail(job.error());
  return examine(*std::move(job), *request);
}

}  // namespace treering::cli
