#include "app/doctor.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "app/measurements/rows.h"
#include "app/setup/load_machine.h"
#include "app/setup/named_devices.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "hw/builtin.h"
#include "hw/formats/format.h"
#include "hw/io/files.h"
#include "hw/load_cluster.h"
#include "sim/nccl/plan.h"
#include "tuner/measurement.h"

namespace treering::app {
namespace {

using setup::Variables;
using sim::job::Assignment;

core::NcclVariable variable_of(const Assignment& assignment) {
  const bool is_given = assignment.origin == sim::job::Origin::Option;
  return {assignment.name,
          assignment.value,
          {core::Origin::Kind::Discovered, is_given ? core::field("env") : "the process"}};
}

/// The source's variables, overridden by the request's.
void add_variables(const Variables& given, core::HostState& host) {
  for (const Assignment& assignment : given) {
    auto& known = host.variables;
    std::erase_if(known,
                  [&](const core::NcclVariable& one) { return one.name == assignment.name; });
    known.push_back(variable_of(assignment));
  }
}

/// NCCL's settings by all variables. Values that NCCL cannot read are left out and become findings.
void follow_variables(setup::Setup& job) {
  const auto& version = sim::nccl::versions::version(job.job.nccl_version);
  std::vector<Assignment> assignments;
  for (const core::NcclVariable& variable : job.host.variables) {
    const Assignment assignment{variable.name, variable.value, sim::job::Origin::Process};
    if (sim::job::read_environment(std::array{assignment}, version)) {
      assignments.push_back(assignment);
    }
  }
  if (auto environment = sim::job::read_environment(assignments, version)) {
    job.job.settings = environment->settings;
    job.variables = std::move(environment->followed);
  }
}

/// Losses of the network are for several nodes whatever the job is.
std::vector<setup::Guess> guesses_of(const setup::Setup& job,
                                     const tuner::doctor::Diagnosis& diagnosis) {
  setup::Setup largest = job;
  for (const tuner::doctor::Finding& finding : diagnosis.findings) {
    for (const tuner::doctor::Loss& loss : finding.losses) {
      largest.cluster.node_count = std::max(largest.cluster.node_count, loss.nodes);
    }
  }
  return setup::guesses_of(largest);
}

bool is_same(const tuner::doctor::Finding& one, const tuner::doctor::Finding& other) {
  return one.check == other.check && one.symptom.what == other.symptom.what;
}

bool has(const std::vector<tuner::doctor::Finding>& findings, const tuner::doctor::Finding& one) {
  return std::ranges::any_of(
      findings, [&](const tuner::doctor::Finding& other) { return is_same(one, other); });
}

/// The differences between what is found on the machine and on each that its source may also mean.
std::vector<OtherDiagnosis> other_diagnoses(const DoctorReport& report, const setup::Setup& job,
                                            const setup::TimeModelOptions& options) {
  const auto& findings = report.diagnosis.findings;
  std::vector<OtherDiagnosis> others;
  for (const VariantMachine& variant : variant_machines(job)) {
    const setup::Setup& machine = variant.machine;
    if (sim::nccl::why_not_nodes(machine.cluster.node, machine.job)) continue;
    const auto there = tuner::doctor::diagnose({{machine.cluster, machine.job}, machine.host},
                                               options.profile, options.network);
    OtherDiagnosis other{variant.fact, variant.value, {}, {}};
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (!has(there.findings, findings[i])) other.missing.push_back(i);
    }
    std::ranges::copy_if(there.findings, std::back_inserter(other.besides),
                         [&](const auto& one) { return !has(findings, one); });
    if (!other.missing.empty() || !other.besides.empty()) others.push_back(std::move(other));
  }
  return others;
}

core::Result<DoctorReport> examine(setup::Setup job, const Variables& given,
                                   const setup::TimeModelOptions& options, const work::Work& work) {
  add_variables(given, job.host);
  follow_variables(job);
  if (auto reason = sim::nccl::why_not_nodes(job.cluster.node, job.job)) {
    return core::fail(*std::move(reason));
  }
  const tuner::doctor::Patient patient{{job.cluster, job.job}, job.host};
  DoctorReport report;
  report.diagnosis = tuner::doctor::diagnose(patient, options.profile, options.network,
                                             [&work](std::size_t done, std::size_t of) {
                                               work.say({"examining", "checks", done, of});
                                               return !work.is_cancelled();
                                             });
  if (const auto wanted = work::check_wanted(work); !wanted) return core::fail(wanted.error());
  for (const tuner::doctor::Finding& finding : report.diagnosis.findings) {
    report.devices.push_back(setup::named_devices(job.cluster.node, finding.symptom.what));
  }
  report.others = other_diagnoses(report, job, options);
  for (const OtherDiagnosis& other : report.others) {
    const bool is_known = std::ranges::find(job.doubts, other.fact) != job.doubts.end();
    if (!is_known) job.doubts.push_back(other.fact);
  }
  report.guesses = guesses_of(job, report.diagnosis);
  report.job = std::move(job);
  report.profile = options.profile.name;
  return report;
}

DoctorReport examine_run(hw::formats::LoadedRun run, const std::string& source,
                         const Variables& given) {
  DoctorReport report;
  report.has_machine = false;
  report.read = std::move(run.read);
  report.shows_part = run.shows_part;
  report.job.source = core::printable(source);
  report.job.format = std::move(run.format);
  report.job.notes = setup::texts_of(run.notes);
  report.job.host = std::move(run.host);
  add_variables(given, report.job.host);
  report.diagnosis = tuner::doctor::diagnose_run(report.job.host);
  report.logged = std::move(run.logged.job);
  report.devices.resize(report.diagnosis.findings.size());
  return report;
}

/// A text of several nodes may have no line of the network between them, which nobody asked for:
/// one node is examined then.
void leave_out_unseen_network(hw::formats::LoadedCluster& loaded, const std::string& path) {
  core::Cluster& cluster = loaded.cluster;
  const bool has_port = !cluster.node.of_kind(core::DeviceKind::NicPort).empty();
  const auto hosts = hw::formats::hosts_of(loaded.format);
  const bool may_hide_ports = hosts != hw::formats::HostsOfText::AsWritten;
  if (!may_hide_ports || has_port || cluster.node_count < 2) return;
  loaded.notes.push_back(
      {core::Severity::Note, path,
       hosts == hw::formats::HostsOfText::OfJob
           ? fmt::format("the log is of {} nodes and has no line about the network between them: "
                         "one node is examined",
                         cluster.node_count)
           : fmt::format(
                 "the {} nodes are deduced, and the text shows nothing of a network between "
                 "them: one node is examined, which is right for one host as well",
                 cluster.node_count)});
  cluster = core::of_size(std::move(cluster), 1);
}

/// Processes of nccl-tests that each ran a job of their own, as treering check finds them.
std::optional<tuner::doctor::Finding> lone_processes(const std::string& path,
                                                     const hw::io::Files& files) {
  if (hw::is_builtin(path)) return std::nullopt;
  const auto runs = measurements::read_runs(
      {path}, {.id = {}, .open = tuner::runs::ImportHints::Open::First}, files);
  if (!runs) return std::nullopt;
  const auto* const alone = tuner::fault_of(runs->front().set, tuner::RunFault::What::RanAlone);
  if (alone == nullptr) return std::nullopt;
  tuner::doctor::Finding finding;
  finding.check = "run-failures";
  finding.symptom = {tuner::doctor::Severity::Fault,
                     alone->text,
                     alone->where,
                     "build nccl-tests with MPI=1 (make MPI=1 MPI_HOME=...) and start it with the "
                     "mpirun of that MPI; the list of devices then has each rank once",
                     std::nullopt,
                     {{"ldd ./build/all_reduce_perf | grep -i mpi", "which mpirun"}, {}}};
  return finding;
}

/// A finding from the text itself comes first: no assumption about the machine is in it.
void put_first(tuner::doctor::Finding finding, DoctorReport& report) {
  auto& findings = report.diagnosis.findings;
  findings.insert(findings.begin(), std::move(finding));
  report.devices.insert(report.devices.begin(), std::vector<std::string>());
  for (OtherDiagnosis& other : report.others) {
    for (std::size_t& number : other.missing) ++number;
  }
}

core::Result<DoctorReport> with_lone_processes(core::Result<DoctorReport> report,
                                               const std::string& path,
                                               const hw::io::Files& files) {
  if (!report) return report;
  if (auto finding = lone_processes(path, files)) put_first(*std::move(finding), *report);
  return report;
}

}  // namespace

std::vector<setup::OpenFact> facts_behind(const DoctorReport& report, std::size_t finding) {
  std::vector<setup::OpenFact> facts;
  for (const OtherDiagnosis& other : report.others) {
    const bool is_missing = std::ranges::find(other.missing, finding) != other.missing.end();
    const bool is_known = std::ranges::find(facts, other.fact) != facts.end();
    if (is_missing && !is_known) facts.push_back(other.fact);
  }
  return facts;
}

bool is_ill(const DoctorReport& report) {
  for (std::size_t i = 0; i < report.diagnosis.findings.size(); ++i) {
    const bool is_hint =
        report.diagnosis.findings[i].symptom.severity == tuner::doctor::Severity::Hint;
    if (!is_hint && facts_behind(report, i).empty()) return true;
  }
  return false;
}

core::Result<DoctorReport> answer(const DoctorRequest& request) {
  const auto options = setup::time_model_options(request.time_model);
  if (!options) return core::fail(options.error());
  const auto given = setup::given_variables(request.job.variables);
  if (!given) return core::fail(given.error());
  const hw::io::RealFiles files;
  const std::string& path = request.job.topology;
  auto loaded = setup::load_machine_or_run(path, files);
  if (!loaded) return core::fail(loaded.error());
  if (auto* const run = std::get_if<hw::formats::LoadedRun>(&*loaded)) {
    return with_lone_processes(examine_run(std::move(*run), path, *given), path, files);
  }
  auto& machine = std::get<hw::formats::LoadedCluster>(*loaded);
  if (!request.job.nodes) leave_out_unseen_network(machine, hw::io::shown_path(path));
  setup::JobRequest asked = request.job;
  asked.unnamed_nccl = setup::UnnamedNccl::OfSource;
  const auto weighed = tuner::doctor::weighed_variables();
  asked.variables.left_out.assign(weighed.begin(), weighed.end());
  auto job = setup::set_up(std::move(machine), asked, setup::Adapters::All);
  if (!job) return core::fail(job.error());
  return with_lone_processes(examine(*std::move(job), *given, *options, request.work), path, files);
}

}  // namespace treering::app
