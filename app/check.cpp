#include "app/check.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measurements/machine_of_rows.h"
#include "app/measurements/rows.h"
#include "app/normal.h"
#include "app/setup/calls.h"
#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "app/variants.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "tuner/calibration/calibration.h"
#include "tuner/check/check.h"

namespace treering::app {
namespace {

using tuner::Measurement;

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
std::string no_row_text(const measurements::Wanted& wanted) {
  std::vector<std::string_view> inputs;
  if (wanted.id) inputs.emplace_back("⟨id⟩");
  if (!wanted.collectives.empty()) inputs.emplace_back("⟨collective⟩");
  return inputs.empty() ? "no row" : fmt::format("no row fits {}", fmt::join(inputs, " and "));
}

/// Keeps the rows that are wanted; of those that another collective leaves out a note says so.
void keep(const measurements::Wanted& wanted, tuner::MeasurementSet& set) {
  auto& rows = set.rows;
  std::erase_if(rows, [&](const Measurement& row) { return row.id != wanted.id.value_or(row.id); });
  const auto unwanted = std::stable_partition(
      rows.begin(), rows.end(), [&](const Measurement& row) { return wanted.has(row); });
  const std::vector<Measurement> left_out(std::make_move_iterator(unwanted),
                                          std::make_move_iterator(rows.end()));
  rows.erase(unwanted, rows.end());
  // First, for only the first notes are shown.
  if (!left_out.empty()) set.notes.insert(set.notes.begin(), left_out_note(left_out));
}

std::vector<std::string> notes_on(const tuner::MeasurementSet& set, const CheckReport& report) {
  // First, for only the first notes are shown.
  std::vector<std::string> notes = measurements::texts_on_runs(set);
  std::ranges::copy(report.job.notes, std::back_inserter(notes));
  for (const auto* remarks : {&set.rejected, &set.notes, &report.check.left_out}) {
    std::ranges::move(setup::texts_of(*remarks), std::back_inserter(notes));
  }
  return notes;
}

/// Rows of a question, and the files that it may name.
struct AskedRows {
  const CheckRequest& request;
  const std::vector<Measurement>& rows;
  const hw::io::RealFiles& files;
};

constexpr double kReached = 0.95;  // runs of one machine differ by as much

/// Whether another published run of the collective, size and network was faster.
bool is_beaten(const PublishedBeside& one, const std::vector<PublishedBeside>& all) {
  return std::ranges::any_of(all, [&](const PublishedBeside& other) {
    return other.figure.collective == one.figure.collective &&
           other.figure.bytes == one.figure.bytes && other.is_same_network == one.is_same_network &&
           (one.is_same_network || other.figure.run.network == one.figure.run.network) &&
           !other.figure.run.is_forced() && other.figure.busbw > one.figure.busbw;
  });
}

bool has_slow_row(const CheckReport& report, core::Collective collective) {
  return std::ranges::any_of(report.check.rows, [&](const tuner::check::CheckedRow& row) {
    return row.measurement.collective == collective && row.is_slow();
  });
}

/// Counts the best published figures beside the deciding range, by network; empty: that of the job.
std::vector<AsPublished> beside_published(const CheckReport& report) {
  const tuner::check::RangeCheck range = report.check.ranges().front();
  std::vector<AsPublished> all;
  for (const PublishedBeside& one : report.published) {
    const std::uint64_t at = one.measured_at.count();
    if (!one.measured || one.figure.run.is_forced() || at < range.least || at > range.most)
      continue;
    if (is_beaten(one, report.published) || !has_slow_row(report, one.figure.collective)) continue;
    const std::string network = one.is_same_network ? "" : one.figure.run.network;
    auto found = std::ranges::find(all, network, &AsPublished::network);
    if (found == all.end()) found = all.insert(found, {0, 0, network});
    ++found->beside;
    if (*one.measured >= one.figure.busbw * kReached) ++found->reached;
  }
  return all;
}

bool is_reached(const AsPublished& published) {
  return published.beside > 0 && 3 * published.reached >= 2 * published.beside;
}

/// Whether the text or the request says which NCCL ran, and treering knows its rules.
bool is_version_known(const setup::JobRequest& asked, const Job& job,
                      const std::vector<Measurement>& rows) {
  if (asked.nccl) return true;
  return std::ranges::any_of(rows, [&](const Measurement& row) {
    const std::string& logged = row.nccl_version;
    const std::size_t end = logged.find('.', logged.find('.') + 1);
    return !logged.empty() && job.machine.job.nccl_version.starts_with(logged.substr(0, end));
  });
}

/// "algorithm Ring"; empty where the choice was logged or explains nothing.
std::string unlogged_choice(const tuner::check::Check& check) {
  if (!check.is_slow() || check.causes.empty()) return "";
  constexpr double kNearlyAll = 1.0 / 3;  // of the distance may stay
  if (std::log(check.causes.front().factor) > kNearlyAll * std::log(check.factor)) return "";
  const std::string& cause = check.causes.front().cause;
  for (const std::string_view kind : {"algorithm", "protocol"}) {
    if (!cause.starts_with(kind)) continue;
    return fmt::format("{} {}", kind, std::string_view(cause).substr(kind.size() + 1));
  }
  return "";
}

/// Whether the job goes over sockets of a log, which shows no rate, and nobody gave one.
bool is_wire_assumed(const Job& job, const CheckRequest& asked) {
  constexpr std::int64_t kNcclDefaultMbps = 10'000;  // NCCL 2.28 src/transport/net_socket.cc
  const bool is_of_log = std::ranges::find(asked.files, asked.job.topology) != asked.files.end();
  if (job.network() != "tcp" || !is_of_log || asked.job.adapters.nic_rate) return false;
  const core::Topology& node = job.machine.cluster.node;
  const auto ports = node.of_kind(core::DeviceKind::NicPort);
  return std::ranges::any_of(ports, [&](core::DeviceId port) {
    return std::get<core::NicPort>(node.device(port).info).speed_mbps == kNcclDefaultMbps;
  });
}

/// Compares a slow run with published ones. Where there are none, looks whether it would be as
/// expected if NCCL had chosen otherwise.
void add_published(const AskedRows& asked, const Job& job, CheckReport& report) {
  const std::vector<AsPublished> all = beside_published(report);
  const auto same = std::ranges::find(all, std::string(), &AsPublished::network);
  const bool has_same = same != all.end();
  const auto reached =
      has_same ? (is_reached(*same) ? same : all.end()) : std::ranges::find_if(all, is_reached);
  const bool is_below = tuner::check::is_slow_below_large(report.check.rows);
  // Figures of the job's network clear it; those of another only raise a question.
  if (reached != all.end() && !(has_same && is_below)) report.as_published = *reached;
  if (!has_same && !is_version_known(asked.request.job, job, asked.rows)) {
    report.unlogged_choice = unlogged_choice(report.check);
  }
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
  const bool ran_alone = std::ranges::any_of(report.faults, [](const tuner::RunFault& fault) {
    return fault.what == tuner::RunFault::What::RanAlone;
  });
  const bool is_slow = report.check.is_slow() && !may_be_faster && report.unlogged_choice.empty() &&
                       !report.is_wire_assumed &&
                       !(report.as_published && report.as_published->network.empty());
  report.is_odd = is_slow || report.check.other || ran_alone || report.wrong_rows > 0;
}

/// The evidence on causes in the files' texts. A file that cannot be read again has none.
tuner::check::LogEvidence evidence_in(const std::vector<std::string>& names,
                                      const hw::io::RealFiles& files) {
  std::string text;
  for (const std::string& name : names) {
    text += files.read(name, hw::io::kMaxFileBytes).value_or("");
    text += '\n';
  }
  return tuner::check::log_evidence(text);
}

/// Adds evidence that needs no model: steps over the sizes, wrong results, words of the texts.
void add_evidence(const AskedRows& asked, CheckReport& report) {
  report.steps = tuner::check::size_steps(asked.rows);
  report.wrong_rows = static_cast<std::size_t>(std::ranges::count_if(
      asked.rows, [](const Measurement& row) { return row.wrong.value_or(0) > 0; }));
  report.evidence = evidence_in(asked.request.files, asked.files);
  report.check.causes = tuner::check::ordered_by(report.evidence, std::move(report.check.causes));
  auto& nearest = report.check.nearest;
  if (nearest && tuner::check::ordered_by(report.evidence, {*nearest}).empty()) nearest.reset();
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

/// Why no row says anything of the machine; nothing where one may.
std::optional<core::Error> all_of_other_gpus(const std::vector<Measurement>& rows,
                                             const core::Topology& node) {
  std::set<std::string_view> gpus;
  for (const Measurement& row : rows) gpus.insert(row.gpu);
  if (!std::ranges::all_of(
          gpus, [&](std::string_view gpu) { return hw::catalogue::are_other_gpus(gpu, node); })) {
    return {};
  }
  auto error = measurements::why_other_gpus(rows.front().gpu, node);
  if (error) error->where = rows.front().file;
  return error;
}

/// The job, which then knows that its GPUs are those of the rows. Fails where they are not, and
/// where nothing is sent.
core::Result<JobPtr> confirmed(const JobPtr& job, const std::vector<Measurement>& rows) {
  const std::string& file = rows.front().file;
  // With one GPU of each node NVLinks carry nothing.
  const bool has_nvlink_traffic = job->plan.shape.nodes < job->ranks();
  auto other =
      has_nvlink_traffic ? all_of_other_gpus(rows, job->machine.cluster.node) : std::nullopt;
  if (other) {
    return core::fail(*std::move(other));
  }
  if (job->ranks() == 1) {
    return core::bad_input(file, "a job of one rank, which sends nothing",
                           "expected two ranks or more",
                           "set the job to the size of the run with ⟨nodes⟩ and ⟨gpus-per-node⟩ or "
                           "⟨devices⟩");
  }
  const auto gpus = tuner::calibration::by_gpu(rows);
  const core::Topology& node = job->machine.cluster.node;
  const std::string& gpu = job->time_model.cost->machine().kind.gpu;
  if (const auto checked = tuner::calibration::check_gpus(gpus, {node.name(), gpu}, file);
      !checked) {
    return core::fail(checked.error());
  }
  Job same = *job;
  for (const tuner::calibration::GpuRows& one : gpus) setup::confirm_gpus(same.machine, one.gpu);
  return std::make_shared<const Job>(std::move(same));
}

tuner::check::CheckedRun run_on(const Job& job, const std::vector<Measurement>& rows) {
  return {tuner::calibration::make_bench(job.machine.cluster, job.plan, job.options.network),
          job.options.profile, rows};
}

/// The variables that take algorithms or protocols from NCCL.
const std::vector<std::string_view> kLimits{"NCCL_ALGO", "NCCL_PROTO", "NCCL_NVLS_ENABLE"};

/// The same job without those; null where it cannot run.
JobPtr without_limits(const Job& job, const AskedRows& asked) {
  setup::JobRequest free = measurements::completed(asked.request.job, asked.rows, asked.files).job;
  free.variables.left_out = kLimits;
  auto machine = setup::set_up(free, asked.files);
  if (!machine) return nullptr;
  setup::TimeModelOptions options = job.options;
  options.network = job.time_model.cost->machine().kind.network;
  const auto other = open(*std::move(machine), std::move(options));
  const auto same = other ? confirmed(*other, asked.rows) : other;
  return same.value_or(nullptr);
}

/// Rows that were forced to what is expected to be slower than NCCL's own choice. A job whose
/// settings limit NCCL is planned anew without them.
std::vector<tuner::check::ForcedChoice> forced_in(const Job& job, const CheckReport& report,
                                                  const AskedRows& asked) {
  if (report.is_odd || is_guess(report.job)) return {};
  setup::Variables limits = report.job.variables;
  std::erase_if(limits, [](const auto& one) {
    return std::ranges::find(kLimits, one.name) == kLimits.end();
  });
  const JobPtr free = limits.empty() ? nullptr : without_limits(job, asked);
  if (!limits.empty() && free == nullptr) return {};
  return tuner::check::forced_choices(report.check.rows,
                                      run_on(free == nullptr ? job : *free, asked.rows),
                                      setup::variables_text(limits));
}

/// Fails where all rows are of processes that ran alone with one rank: nothing went over a wire.
core::Result<void> expect_wires(const tuner::MeasurementSet& set) {
  const tuner::RunFault* const alone = fault_of(set, tuner::RunFault::What::RanAlone);
  const bool has_wires =
      std::ranges::any_of(set.rows, [](const Measurement& row) { return row.ranks != 1; });
  if (has_wires) return {};
  if (alone == nullptr) {
    return core::bad_input(
        core::printable(set.rows.front().file),
        "the test ran alone: one rank, which copies inside its own GPU and sends nothing",
        "expected a run of two ranks or more",
        "start nccl-tests with -g 2 or more, or with mpirun -np 2 or more; of one rank busbw means "
        "nothing");
  }
  return core::bad_input(alone->where, alone->text, "expected one job of all processes",
                         "build nccl-tests with MPI=1 and start it with the mpirun of that MPI");
}

}  // namespace

core::Result<WantedRuns> wanted_runs(const CheckRequest& request, const hw::io::Files& files) {
  const tuner::runs::ImportHints hints{.id = {},
                                       .collective = request.wanted.unnamed,
                                       .nodes = request.job.nodes.value_or(0),
                                       .open = tuner::runs::ImportHints::Open::First};
  auto runs = measurements::read_runs(request.files, hints, files);
  if (!runs) return core::fail(runs.error());
  auto set = measurements::gpu_rows_of(*runs);
  if (!set) return core::fail(set.error());
  keep(request.wanted, *set);
  if (set->rows.empty()) {
    return core::bad_input(core::printable(request.files.front()), no_row_text(request.wanted), "",
                           "treering import shows what the file holds");
  }
  if (const auto alone = expect_wires(*set); !alone) return core::fail(alone.error());
  return WantedRuns{*std::move(runs), *std::move(set)};
}

namespace {

/// The assumed facts of the machine on which NCCL's own choice depends, for the smallest and the
/// largest call of the rows.
std::vector<DecidingFact> deciding_for(const Job& job, const std::vector<Measurement>& rows) {
  setup::Calls calls;
  for (const Measurement& row : rows) {
    calls.sizes.push_back(row.bytes);
    if (std::ranges::find(calls.collectives, row.collective) == calls.collectives.end()) {
      calls.collectives.push_back(row.collective);
    }
  }
  const auto [least, most] = std::ranges::minmax(calls.sizes);
  calls.sizes = {least, most};
  return deciding_facts(job, calls);
}

}  // namespace

core::Result<CheckReport> answer(const JobPtr& open_job, const WantedRuns& runs,
                                 const CheckRequest& request, const hw::io::RealFiles& files) {
  const auto& rows = runs.set.rows;
  const auto job = confirmed(open_job, rows);
  if (!job) return core::fail(job.error());
  auto check = tuner::check::check(run_on(**job, rows), request.work.stop);
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  if (!check) return core::fail(check.error());

  CheckReport report;
  report.job = with_doubts((*job)->machine, deciding_for(**job, rows));
  report.shape = (*job)->plan.shape;
  report.profile = (*job)->options.profile.name;
  report.network = (*job)->network();
  report.check = *std::move(check);
  report.faults = runs.set.faults;
  add_evidence({request, rows, files}, report);
  if (!is_guess(report.job)) {
    report.published = published_beside(**job, collectives_of(report.check), report.check.rows);
    report.losses = losses_of(**job, report.check);
  }
  if (report.check.is_slow()) {
    add_published({request, rows, files}, **job, report);
  }
  report.is_wire_assumed = is_wire_assumed(**job, request);
  judge(report);
  report.job.notes = setup::notes_on(report.job, (*job)->plan, collectives_of(report.check));
  report.forced = forced_in(**job, report, {request, rows, files});
  report.notes = notes_on(runs.set, report);
  for (const tuner::runs::RunFile& one : runs.runs) {
    report.files.push_back({one.file, one.format, one.set.rows.size()});
  }
  return report;
}

namespace {

/// The job of a check on the machine that it names.
struct NamedJob {
  CheckRequest request;  // with what the runs' own text sets
  std::string note;      // what that is; empty for nothing
  JobPtr job;
};

core::Result<NamedJob> open_named(const CheckRequest& asked, const WantedRuns& runs,
                                  const hw::io::RealFiles& files) {
  const auto options = setup::time_model_options(asked.time_model);
  if (!options) return core::fail(options.error());
  auto with_variables = measurements::with_variables_of(runs.set, asked.job, files);
  NamedJob named{asked, std::move(with_variables.note), nullptr};
  named.request.job = std::move(with_variables.job);
  auto machine = measurements::set_up(named.request.job, runs.set.rows, files);
  if (!machine) return core::fail(machine.error());
  if (const auto wanted = work::check_wanted(asked.work); !wanted) {
    return core::fail(wanted.error());
  }
  const auto job = open(*std::move(machine), *options);
  if (!job) return core::fail(job.error());
  named.job = *job;
  return named;
}

core::Result<CheckReport> answer(const NamedJob& named, const WantedRuns& runs,
                                 const hw::io::RealFiles& files) {
  auto report = answer(named.job, runs, named.request, files);
  if (report && !named.note.empty()) {
    report->notes.insert(report->notes.begin(), named.note);
  }
  return report;
}

/// The verdict on the rows alone, in a few words.
std::string verdict_of(const tuner::check::Check& check) {
  if (check.other) return "faster than its links";
  if (check.is_slow()) return "too slow";
  const auto end = check.slow_end();
  if (end && end->end == tuner::check::End::Large) return "slow at large sizes";
  return check.is_fast() ? "faster than expected" : "as fast as expected";
}

/// The verdict of a report in a few words: two answers with the same lead to the same.
std::string outcome_of(const CheckReport& report) {
  if (report.wrong_rows > 0) return "wrong results";
  const bool is_cleared = report.as_published && report.as_published->network.empty();
  return is_cleared && !report.check.other ? "as fast as expected" : verdict_of(report.check);
}

/// A machine that the rows may be of, and how fast they are on it. Causes are left to the machine
/// that is shown: each takes plans of its own.
struct PossibleAnswer {
  std::string name;
  NamedJob named;
  tuner::check::Check check;
};

core::Result<PossibleAnswer> possible_answer(const CheckRequest& asked, const WantedRuns& runs,
                                             const hw::io::RealFiles& files) {
  auto named = open_named(asked, runs, files);
  if (!named) return core::fail(named.error());
  const auto job = confirmed(named->job, runs.set.rows);
  if (!job) return core::fail(job.error());
  auto check = tuner::check::place_rows(run_on(**job, runs.set.rows));
  if (!check) return core::fail(check.error());
  if (const auto wanted = work::check_wanted(asked.work); !wanted) {
    return core::fail(wanted.error());
  }
  return PossibleAnswer{asked.job.topology, *std::move(named), *std::move(check)};
}

/// "too slow on dgx-h100; as fast as expected on aws-p5, oci-h100".
std::string verdicts_text(const std::vector<PossibleAnswer>& answers) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_verdict;
  for (const PossibleAnswer& answer : answers) {
    const std::string verdict = verdict_of(answer.check);
    auto place = std::ranges::find(by_verdict, verdict, [](const auto& one) { return one.first; });
    if (place == by_verdict.end()) place = by_verdict.insert(place, {verdict, {}});
    place->second.push_back(answer.name);
  }
  std::vector<std::string> parts;
  for (const auto& [verdict, names] : by_verdict) {
    parts.push_back(fmt::format("{} on {}", verdict, fmt::join(names, ", ")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Fails where rows are slower or faster than a machine that was only deduced, and other machines
/// with its GPUs may be as slow or as fast. On one node several that are joined otherwise and agree
/// are enough.
core::Result<void> expect_sure(const measurements::PossibleMachines& machines,
                               const CheckReport& report, const std::vector<Measurement>& rows) {
  if (!report.is_odd || machines.gpus.empty()) return {};
  const bool is_one_node = report.job.job.nodes == 1 && rows.front().nodes < 2;
  if (is_one_node && machines.topologies.size() > 1) return {};
  const std::string why = measurements::why_uncertain(rows, machines.topologies.front());
  if (why.empty()) return {};
  return core::usage_error(
      core::field("topology"),
      fmt::format("not given, and {}: on {} these rows would be {}", why,
                  fmt::join(machines.topologies, ", "), outcome_of(report)),
      fmt::format("expected the machine of the run, such as {}{}", machines.topologies.front(),
                  is_one_node ? "" : ", with ⟨nic-rate⟩ or ⟨nics⟩ where its adapters are others"));
}

/// Without the machines that the rows are too fast for, where others are left.
void leave_out_slower(std::vector<PossibleAnswer>& answers) {
  const auto is_too_fast = [](const PossibleAnswer& one) { return one.check.other.has_value(); };
  if (!std::ranges::all_of(answers, is_too_fast)) std::erase_if(answers, is_too_fast);
}

/// The answer that all machines have in common, which the rows may be of. Fails where they differ:
/// the reader names the machine.
core::Result<CheckReport> answer_deduced(const CheckRequest& request, const WantedRuns& runs,
                                         const hw::io::RealFiles& files) {
  const auto machines = measurements::possible_machines(runs.set.rows, request.files, files);
  if (!machines) return core::fail(machines.error());
  std::vector<PossibleAnswer> answers;
  std::optional<core::Error> first_error;
  for (std::size_t i = 0; i < machines->topologies.size(); ++i) {
    CheckRequest named = request;
    named.job = measurements::job_on(*machines, i, request.job, runs.set.rows);
    auto possible = possible_answer(named, runs, files);
    if (possible) {
      answers.push_back(*std::move(possible));
    } else if (!first_error) {
      first_error = possible.error();
    }
  }
  if (answers.empty()) return core::fail(*first_error);
  leave_out_slower(answers);
  const PossibleAnswer& first = answers.front();
  const bool agree = std::ranges::all_of(answers, [&](const PossibleAnswer& one) {
    return verdict_of(one.check) == verdict_of(first.check);
  });
  if (!agree) {
    return core::usage_error(
        core::field("topology"),
        fmt::format("not given, and the verdict depends on it: {}", verdicts_text(answers)),
        fmt::format("expected the one of these with {} that the run was on",
                    core::printable(machines->gpus)));
  }
  auto report = answer(first.named, runs, files);
  if (!report) return report;
  if (const auto sure = expect_sure(*machines, *report, runs.set.rows); !sure) {
    return core::fail(sure.error());
  }
  report->notes.insert(report->notes.begin(), measurements::deduced_text(*machines, first.name));
  return report;
}

core::Result<CheckReport> answer_on_any(const CheckRequest& request, const WantedRuns& runs,
                                        const hw::io::RealFiles& files) {
  if (request.job.topology.empty()) return answer_deduced(request, runs, files);
  const auto named = open_named(request, runs, files);
  if (!named) return core::fail(named.error());
  return answer(*named, runs, files);
}

/// "all_gather or alltoall".
std::string one_of(const std::vector<core::Collective>& collectives) {
  std::vector<std::string_view> names;
  for (const core::Collective one : collectives) names.push_back(core::name_of(one));
  return fmt::format("{}", fmt::join(names, " or "));
}

/// The answer that all collectives have in common of which the rows may be. Fails where they
/// differ: the reader names the collective.
core::Result<CheckReport> answer_any_collective(const CheckRequest& request,
                                                const std::vector<core::Collective>& open,
                                                const hw::io::RealFiles& files) {
  const std::string names = one_of(open);
  const auto question = [&](const std::string& why) {
    return core::usage_error(core::field("collective"),
                             fmt::format("not given, and the table may be of {}{}", names, why),
                             "expected the one that was run");
  };
  std::optional<CheckReport> first;
  for (const core::Collective one : open) {
    CheckRequest named = request;
    named.wanted.unnamed = one;
    const auto runs = wanted_runs(named, files);
    if (!runs) return core::fail(runs.error());
    auto report = answer_on_any(named, *runs, files);
    if (!report) return question("; besides, " + report.error().message());
    if (first && outcome_of(*first) != outcome_of(*report)) {
      return question(fmt::format(": {} as {}, {} as {}", outcome_of(*first),
                                  core::name_of(open.front()), outcome_of(*report),
                                  core::name_of(one)));
    }
    if (!first) first = *std::move(report);
  }
  first->notes.insert(
      first->notes.begin(),
      fmt::format("the table may be of {}: the verdict is the same for each, and {} "
                  "is shown; name yours with ⟨collective⟩",
                  names, core::name_of(open.front())));
  return *std::move(first);
}

}  // namespace

core::Result<CheckReport> answer(const CheckRequest& request) {
  const auto options = setup::time_model_options(request.time_model);
  if (!options) return core::fail(options.error());
  const hw::io::RealFiles files;  // one log may show the rows and the machine
  const auto runs = wanted_runs(request, files);
  if (!runs) return core::fail(runs.error());
  const auto& open = runs->set.open_collectives;
  auto report = open.size() > 1 ? answer_any_collective(request, open, files)
                                : answer_on_any(request, *runs, files);
  if (report || report.error().category != core::Category::Usage) return report;
  // A step over the sizes is one on any machine.
  core::Error question = report.error();
  if (const auto steps = tuner::check::size_steps(runs->set.rows); !steps.empty()) {
    question.hint += fmt::format("{}whatever it is: {}", question.hint.empty() ? "" : "; ",
                                 tuner::check::text_of(steps.front()));
  }
  return core::fail(std::move(question));
}

core::Result<setup::JobRequest> logged_job(const CheckRequest& request) {
  CheckRequest any = request;
  any.job.nodes.reset();
  any.job.gpus_per_node.reset();
  any.job.devices.reset();
  const hw::io::RealFiles files;
  const auto runs = wanted_runs(any, files);
  if (!runs) return core::fail(runs.error());
  return measurements::completed(any.job, runs->set.rows, files).job;
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
