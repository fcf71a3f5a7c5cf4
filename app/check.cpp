#include "app/check.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measurements/job_of_rows.h"
#include "app/measurements/measurement_files.h"
#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/unit_text.h"
#include "tuner/calibration/calibration.h"
#include "tuner/check/forced.h"

namespace treering::app {
namespace {

using tuner::Measurement;

bool is_wanted(core::Collective collective, const std::vector<core::Collective>& wanted) {
  return wanted.empty() || std::ranges::find(wanted, collective) != wanted.end();
}

/// "40 rows of all_gather, sendrecv are left out by --collective".
core::Diagnostic left_out_note(const std::vector<Measurement>& rows) {
  std::vector<std::string_view> names;
  for (const core::Collective one : measurements::collectives_of(rows)) {
    names.push_back(core::name_of(one));
  }
  return {core::Severity::Note, "measurements",
          fmt::format("{} of {} {} left out by ⟨collective⟩", core::counted(rows.size(), "row"),
                      fmt::join(names, ", "), rows.size() == 1 ? "is" : "are")};
}

/// With the inputs that leave rows out, as far as they are given.
std::string no_row_text(const CheckRequest& request) {
  std::vector<std::string_view> inputs;
  if (request.id) inputs.emplace_back("⟨id⟩");
  if (!request.collectives.empty()) inputs.emplace_back("⟨collective⟩");
  return inputs.empty() ? "no row" : fmt::format("no row fits {}", fmt::join(inputs, " and "));
}

/// The rows of the requested series and collectives.
core::Result<tuner::MeasurementSet> read_rows(const CheckRequest& request,
                                              const hw::io::Files& files) {
  tuner::importers::ImportHints hints;
  hints.collective = request.unnamed;
  hints.nodes = request.job.nodes.value_or(0);
  auto set = measurements::read_gpu_measurements(request.files, hints, files);
  if (!set) return set;
  auto& rows = set->rows;
  std::erase_if(rows,
                [&](const Measurement& row) { return row.id != request.id.value_or(row.id); });
  const auto unwanted = std::stable_partition(rows.begin(), rows.end(), [&](const auto& row) {
    return is_wanted(row.collective, request.collectives);
  });
  const std::vector<Measurement> left_out(std::make_move_iterator(unwanted),
                                          std::make_move_iterator(rows.end()));
  rows.erase(unwanted, rows.end());
  if (rows.empty()) {
    return core::bad_input(core::printable(request.files.front()), no_row_text(request), "",
                           "treering import shows what the file holds");
  }
  // First, for only the first notes are shown.
  if (!left_out.empty()) set->notes.insert(set->notes.begin(), left_out_note(left_out));
  return set;
}

std::vector<std::string> notes_on(const tuner::MeasurementSet& set, const CheckReport& report) {
  std::vector<std::string> notes = report.job.notes;
  for (const auto* remarks : {&set.rejected, &set.notes, &report.check.left_out}) {
    std::ranges::move(setup::texts_of(*remarks), std::back_inserter(notes));
  }
  return notes;
}

/// The job of the rows where the request leaves it open. An error about what only the rows say is
/// about their file: nobody has set it.
core::Result<setup::Setup> job_for(const CheckRequest& request,
                                   const std::vector<Measurement>& rows,
                                   const hw::io::RealFiles& files) {
  const setup::JobRequest wanted = measurements::completed(request.job, rows);
  auto job = setup::set_up(wanted, files);
  const bool is_of_rows = wanted.gpus_per_node != request.job.gpus_per_node;
  if (job || !is_of_rows || job.error().where != core::field("gpus-per-node")) return job;
  return core::bad_input(
      core::printable(request.files.front()),
      fmt::format("rows of {} on each node", core::counted(*wanted.gpus_per_node, "GPU")),
      job.error().expected, "choose the topology on which they were measured");
}

/// Removes conclusions for which a guess leaves no evidence.
void judge(CheckReport& report) {
  // Rows that are faster than a guess are no evidence of another machine.
  if (is_guess(report.job)) report.check.other.reset();
  // Nor are those slower than what the machine may not have evidence of a fault.
  const bool may_be_faster = may_be_faster_than_real(report.job);
  if (may_be_faster) {
    report.check.causes.clear();
    report.check.nearest.reset();
  }
  report.is_odd = (report.check.is_slow() && !may_be_faster) || report.check.other;
}

std::vector<core::Collective> collectives_of(const tuner::check::Check& check) {
  std::vector<core::Collective> collectives;
  for (const core::Collective one : core::all_collectives()) {
    const bool is_there = std::ranges::any_of(
        check.rows, [&](const auto& row) { return row.measurement.collective == one; });
    if (is_there) collectives.push_back(one);
  }
  return collectives;
}

/// What the rows can be laid beside, where the machine is no guess.
void add_beside(const setup::TimeModelOptions& options, const sim::nccl::Plan& plan,
                CheckReport& report) {
  if (is_guess(report.job)) return;
  const auto time_model = setup::time_model_for(options, report.job.cluster, plan);
  const NormalSource source{report.job, plan, time_model, report.network};
  report.published = published_beside(source, collectives_of(report.check), report.check.rows);
  report.losses = losses_of(source, report.check);
}

using BenchPtr = std::shared_ptr<const tuner::calibration::Bench>;

/// What the rows are judged on. `job` then knows that its GPUs are those of the rows.
core::Result<BenchPtr> bench_for(const CheckRequest& request, const std::vector<Measurement>& rows,
                                 const std::string& network, setup::Setup& job) {
  auto plan = setup::make_plan(job);
  if (!plan) return core::fail(plan.error());
  if (plan->shape.ranks() == 1) {
    return core::bad_input(core::printable(request.files.front()),
                           "a job of one rank, which sends nothing", "expected two ranks or more",
                           "set the job to the size of the run with ⟨nodes⟩ and ⟨gpus-per-node⟩ or "
                           "⟨devices⟩");
  }
  BenchPtr bench = tuner::calibration::make_bench(job.cluster, *std::move(plan), network);
  const auto gpus = tuner::calibration::by_gpu(rows);
  const auto checked = tuner::calibration::check_gpus(
      gpus, {bench->cluster.node.name(), bench->machine.kind.gpu}, request.files.front());
  if (!checked) return core::fail(checked.error());
  for (const tuner::calibration::GpuRows& one : gpus) setup::confirm_gpus(job, one.gpu);
  return bench;
}

/// The variables that take algorithms or protocols from NCCL.
const std::vector<std::string_view> kLimits{"NCCL_ALGO", "NCCL_PROTO", "NCCL_NVLS_ENABLE"};

/// Rows that were forced to what is expected to be slower than NCCL's own choice. `run` is that of
/// the job; one whose settings limit NCCL is planned anew without them.
void add_forced(const CheckRequest& request, const hw::io::RealFiles& files,
                tuner::check::CheckedRun run, CheckReport& report) {
  if (report.is_odd || is_guess(report.job)) return;
  setup::Variables limits = report.job.variables;
  std::erase_if(limits, [](const auto& one) {
    return std::ranges::find(kLimits, one.name) == kLimits.end();
  });
  if (!limits.empty()) {
    setup::JobRequest free = measurements::completed(request.job, run.rows);
    free.variables.left_out = kLimits;
    auto job = setup::set_up(free, files);
    if (!job) return;
    const std::string network = run.bench->machine.kind.network;
    setup::carry_over(*job, network);
    const auto bench = bench_for(request, run.rows, network, *job);
    if (!bench) return;
    run.bench = *bench;
  }
  report.forced =
      tuner::check::forced_choices(report.check.rows, run, setup::variables_text(limits));
}

}  // namespace

core::Result<CheckReport> answer(const CheckRequest& request) {
  const auto options = setup::time_model_options(request.time_model);
  if (!options) return core::fail(options.error());
  const hw::io::RealFiles files;  // one log may show the rows and the machine
  const auto set = read_rows(request, files);
  if (!set) return core::fail(set.error());
  auto job = job_for(request, set->rows, files);
  if (!job) return core::fail(job.error());
  setup::carry_over(*job, options->network);
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  const auto bench = bench_for(request, set->rows, options->network, *job);
  if (!bench) return core::fail(bench.error());
  auto check = tuner::check::check({*bench, options->profile, set->rows}, request.work.stop);
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  if (!check) return core::fail(check.error());

  CheckReport report;
  report.job = *std::move(job);
  report.shape = (*bench)->plan.shape;
  report.profile = options->profile.name;
  report.network = report.shape.nodes > 1 ? (*bench)->machine.kind.network : "";
  report.check = *std::move(check);
  judge(report);
  add_beside(*options, (*bench)->plan, report);
  add_forced(request, files, {*bench, options->profile, set->rows}, report);
  report.notes = notes_on(*set, report);
  return report;
}

core::Result<setup::JobRequest> logged_job(const CheckRequest& request) {
  CheckRequest open = request;
  open.job.nodes.reset();
  open.job.gpus_per_node.reset();
  open.job.devices.reset();
  const hw::io::RealFiles files;
  const auto set = read_rows(open, files);
  if (!set) return core::fail(set.error());
  return measurements::completed(open.job, set->rows);
}

std::string logged_machine(const tuner::Measurement& row) {
  std::vector<std::string> parts;
  if (row.nodes > 0) parts.push_back(core::counted(row.nodes, "node"));
  if (row.gpus_per_node > 0) parts.push_back(core::counted(row.gpus_per_node, "GPU") + " per node");
  if (row.ranks > 0) parts.push_back(core::counted(row.ranks, "rank"));
  if (row.gpus_per_process > 0) {
    parts.push_back(core::counted(row.gpus_per_process, "GPU") + " per process");
  }
  if (!row.gpu.empty()) parts.push_back(row.gpu);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace treering::app
