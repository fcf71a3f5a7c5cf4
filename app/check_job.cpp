#include "app/check_job.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measurements/machine_of_rows.h"
#include "app/measurements/rows.h"
#include "app/measurements/texts_of_rows.h"
#include "app/normal.h"
#include "app/setup/calls.h"
#include "app/setup/guesses.h"
#include "app/setup/load_machine.h"
#include "app/setup/plan.h"
#include "app/variants.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "tuner/calibration/calibration.h"

namespace treering::app {
namespace {

using tuner::Measurement;

std::vector<std::string> notes_on(const tuner::MeasurementSet& set, const CheckReport& report) {
  // First, for only the first notes are shown.
  std::vector<std::string> notes = measurements::texts_on_runs(set);
  if (!report.same_with.empty()) {
    notes.insert(
        notes.begin(),
        fmt::format("the verdict is the same with each value that what is not known of the "
                    "machine may have: {}",
                    fmt::join(report.same_with, ", ")));
  }
  std::ranges::copy(report.job.notes, std::back_inserter(notes));
  for (const auto* remarks : {&set.rejected, &set.notes, &report.check.left_out}) {
    std::ranges::move(setup::texts_of(*remarks), std::back_inserter(notes));
  }
  return notes;
}

/// Whether the job goes over sockets of a log, which shows no rate, and nobody gave one.
bool is_wire_assumed(const Job& job, const CheckRequest& asked) {
  const bool is_of_log = std::ranges::find(asked.files, asked.job.topology) != asked.files.end();
  if (job.network() != "tcp" || !is_of_log || asked.job.adapters.nic_rate) return false;
  const core::Topology& node = job.machine.cluster.node;
  const auto ports = node.of_kind(core::DeviceKind::NicPort);
  return std::ranges::any_of(ports, [&](core::DeviceId port) {
    return std::get<core::NicPort>(node.device(port).info).speed_mbps ==
           hw::catalogue::kNcclDefaultMbps;
  });
}

/// Removes causes that have no shape of their own, and the plateau where the run has another
/// explanation.
void judge_shapes(CheckReport& report) {
  auto& check = report.check;
  if (report.unlogged_choice.empty()) tuner::check::leave_out_level_choices(check.causes);
  if (check.nearest) {
    std::vector<tuner::check::LikelyCause> nearest{*check.nearest};
    tuner::check::leave_out_level_choices(nearest);
    if (nearest.empty()) check.nearest.reset();
  }
  const bool is_explained = report.as_published || !report.evidence.shown.empty() ||
                            !report.over_sockets.empty() || !report.unlogged_choice.empty() ||
                            report.is_wire_assumed || report.is_network_open;
  const bool is_other = std::ranges::any_of(check.causes, [](const auto& cause) {
    return cause.is_choice() || cause.cause == "sockets";
  });
  const bool is_near_sockets = check.nearest && check.nearest->cause == "sockets";
  if (is_explained || is_other || is_near_sockets || check.other) check.plateau.reset();
  // A limit that all ports share is better evidence than the cause whose number comes nearest.
  if (check.plateau) check.nearest.reset();
}

/// Removes conclusions for which a guess leaves no evidence.
void judge(CheckReport& report) {
  judge_shapes(report);
  const bool is_sure = !report.same_with.empty();
  // Rows that are faster than a guess are no evidence of another machine.
  if (is_guess(report.job) && !is_sure) report.check.other.reset();
  // Where the guess may be a faster machine than the real one, slow rows are no evidence of a
  // fault.
  const bool is_guess_faster = may_be_faster_than_real(report.job);
  if (is_guess_faster) {
    report.check.causes.clear();
    report.check.nearest.reset();
    report.check.plateau.reset();
  }
  const bool may_be_faster = is_guess_faster && !is_sure;
  const bool ran_alone = std::ranges::any_of(report.faults, [](const tuner::RunFault& fault) {
    return fault.what == tuner::RunFault::What::RanAlone;
  });
  const bool is_slow = report.check.is_slow() && !may_be_faster && report.unlogged_choice.empty() &&
                       !report.is_wire_assumed && !report.is_network_open &&
                       !(report.as_published && report.as_published->clears());
  report.is_odd = is_slow || report.check.other || ran_alone || report.wrong_rows > 0;
}

/// Adds evidence that needs no model: steps over the sizes, wrong results, words of the texts.
void add_evidence(const AskedRows& asked, CheckReport& report) {
  report.steps = tuner::check::size_steps(asked.rows);
  report.wrong_rows = static_cast<std::size_t>(std::ranges::count_if(
      asked.rows, [](const Measurement& row) { return row.wrong.value_or(0) > 0; }));
  report.evidence = evidence_in(asked.request.files, asked.files);
  // NCCL says which network it would use on one node too.
  if (report.job.job.nodes < 2) {
    std::erase_if(report.evidence.shown, [](const auto& one) {
      return one.cause == "sockets" || one.cause == "no-gpudirect";
    });
  }
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

constexpr int kMostNamedRanks = 1024;

/// Fails where busbw over algbw is that of another number of ranks than the job has.
core::Result<void> expect_ranks(const Job& job, const std::vector<Measurement>& rows) {
  const auto odd = std::ranges::find_if(rows, [&](const Measurement& row) {
    return (row.ranks == 0 || row.ranks == job.ranks()) && !row.possible_ranks.has(job.ranks());
  });
  if (odd == rows.end()) return {};
  const tuner::RankRange& ranks = odd->possible_ranks;
  const std::string possible = ranks.least == ranks.most ? fmt::format("{}", ranks.least)
                               : ranks.most > job.ranks() && ranks.most > kMostNamedRanks
                                   ? fmt::format("{} or more", ranks.least)
                                   : fmt::format("{} to {}", ranks.least, ranks.most);
  return core::bad_input(
      odd->file,
      fmt::format("a contradiction: busbw over algbw is that of {} ranks, and the job is of {}",
                  possible, job.ranks()),
      "expected the job of the run", "set it with ⟨nodes⟩ and ⟨gpus-per-node⟩ or ⟨devices⟩");
}

}  // namespace

tuner::check::LogEvidence evidence_in(const std::vector<std::string>& names,
                                      const hw::io::RealFiles& files) {
  return tuner::check::log_evidence(measurements::whole_text(names, files));
}

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
  if (const auto ranks = expect_ranks(*job, rows); !ranks) return core::fail(ranks.error());
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

std::string verdict_of(const tuner::check::Check& check) {
  if (check.other) return "faster than its links";
  if (check.is_slow()) return "too slow";
  const auto end = check.slow_end();
  if (end && end->end == tuner::check::End::Large) return "slow at large sizes";
  return check.is_fast() ? "faster than expected" : "as fast as expected";
}

std::string agreed_verdict(std::string verdict) {
  return verdict == "faster than expected" ? "as fast as expected" : std::move(verdict);
}

tuner::check::CheckedRun run_on(const Job& job, const std::vector<Measurement>& rows) {
  return {tuner::calibration::make_bench(job.machine.cluster, job.plan, job.options.network),
          job.options.profile, rows};
}

namespace {

/// As CheckReport::over_sockets. Nobody asked for another network.
std::string verdict_over_sockets(const Job& job, const CheckReport& report,
                                 const AskedRows& asked) {
  const auto& shown = report.evidence.shown;
  const bool is_shown =
      std::ranges::find(shown, "sockets", &tuner::check::LogEvidence::Shown::cause) != shown.end();
  const bool is_other = job.machine.job.nodes > 1 && job.network() != "tcp";
  if (!is_shown || !is_other || asked.request.time_model.network) return "";
  setup::TimeModelOptions options = job.options;
  options.network = "tcp";
  const auto opened = open(job.machine, std::move(options));
  const auto other = opened ? confirmed(*opened, asked.rows) : opened;
  if (!other) return "";
  const auto placed = tuner::check::place_rows(run_on(**other, asked.rows));
  return placed ? verdict_of(*placed) : "";
}

/// The variables that take algorithms or protocols from NCCL.
const std::vector<std::string_view> kLimits{"NCCL_ALGO", "NCCL_PROTO", "NCCL_NVLS_ENABLE"};

/// The same job without those variables; null where it cannot run.
JobPtr without(const std::vector<std::string_view>& variables, const Job& job,
               const AskedRows& asked) {
  const setup::NamedMachine named(asked.request.job.topology, asked.files);
  setup::JobRequest free = measurements::completed(asked.request.job, asked.rows, named).job;
  free.variables.left_out = variables;
  auto machine = setup::set_up(free, named);
  if (!machine) return nullptr;
  setup::TimeModelOptions options = job.options;
  options.network = job.time_model.cost->machine().kind.network;
  const auto other = open(*std::move(machine), std::move(options));
  const auto same = other ? confirmed(*other, asked.rows) : other;
  return same.value_or(nullptr);
}

/// The variables of the job that are among the names.
setup::Variables variables_among(const std::vector<std::string_view>& names,
                                 const setup::Setup& job) {
  setup::Variables among = job.variables;
  std::erase_if(among,
                [&](const auto& one) { return std::ranges::find(names, one.name) == names.end(); });
  return among;
}

/// Rows that were forced to what is expected to be slower than NCCL's own choice. A job whose
/// settings limit NCCL is planned anew without them.
std::vector<tuner::check::ForcedChoice> forced_in(const Job& job, const CheckReport& report,
                                                  const AskedRows& asked) {
  if (report.is_odd || is_guess(report.job)) return {};
  const setup::Variables limits = variables_among(kLimits, report.job);
  const JobPtr free = limits.empty() ? nullptr : without(kLimits, job, asked);
  if (!limits.empty() && free == nullptr) return {};
  return tuner::check::forced_choices(report.check.rows,
                                      run_on(free == nullptr ? job : *free, asked.rows),
                                      setup::variables_text(limits));
}

/// The variables that keep NCCL from links or channels.
const std::vector<std::string_view> kPaths{"NCCL_P2P_DISABLE",   "NCCL_P2P_LEVEL",
                                           "NCCL_SHM_DISABLE",   "NCCL_NET_GDR_LEVEL",
                                           "NCCL_MAX_NCHANNELS", "NCCL_MAX_CTAS"};

/// By how much those slow the rows, where it is half as much again or more.
std::vector<tuner::check::ForcedChoice> slowed_in(const Job& job, const CheckReport& report,
                                                  const AskedRows& asked) {
  const setup::Variables paths = variables_among(kPaths, report.job);
  const JobPtr free = paths.empty() ? nullptr : without(kPaths, job, asked);
  if (free == nullptr) return {};
  auto slowed = tuner::check::forced_choices(report.check.rows, run_on(*free, asked.rows),
                                             setup::variables_text(paths));
  std::erase_if(slowed, [](const auto& one) {
    constexpr double kMuch = 1.5;
    return one.gain < kMuch;
  });
  return slowed;
}

/// As CheckReport::bad_choices.
std::vector<BadChoice> bad_in(const Job& job, const CheckReport& report) {
  const bool is_limited =
      !variables_among(kLimits, report.job).empty() || !variables_among(kPaths, report.job).empty();
  return is_limited ? std::vector<BadChoice>() : bad_choices_in(job, report);
}

/// The assumed facts of the machine on which NCCL's own choice depends, for the smallest and the
/// largest call of the rows.
std::vector<DecidingFact> deciding_for(const Job& job, const std::vector<Measurement>& rows) {
  setup::Calls calls;
  calls.collectives = measurements::collectives_of(rows);
  for (const Measurement& row : rows) calls.sizes.push_back(row.bytes);
  const auto [least, most] = std::ranges::minmax(calls.sizes);
  calls.sizes = {least, most};
  return deciding_facts(job, calls);
}

std::vector<ReadFile> read_files(const tuner::runs::Runs& runs) {
  std::vector<ReadFile> files;
  for (const tuner::runs::RunFile& one : runs) {
    files.push_back({one.file, one.format, one.set.rows.size()});
  }
  return files;
}

/// Explains slow rows by sockets, by published runs or by an unknown network.
void add_slow_rows(const AskedRows& asked, const Job& job, CheckReport& report) {
  if (report.check.is_slow()) {
    add_published(asked, job, report);
    report.over_sockets = verdict_over_sockets(job, report, asked);
    report.is_network_open =
        report.over_sockets.empty() && is_network_open(asked, job, report.check);
  } else if (report.check.count(tuner::check::Place::Slow) > 0) {
    const std::string verdict = verdict_over_sockets(job, report, asked);
    if (agreed_verdict(verdict) == "as fast as expected") report.over_sockets = verdict;
  }
}

}  // namespace

core::Result<CheckReport> answer(const JobPtr& open_job, const WantedRuns& runs,
                                 const CheckRequest& request, const hw::io::RealFiles& files) {
  const auto& rows = runs.set.rows;
  const AskedRows asked{request, rows, files};
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
  add_evidence(asked, report);
  std::string itself;
  if (!is_guess(report.job)) {
    report.published = published_beside(**job, collectives_of(report.check), report.check.rows);
    itself = leave_out_itself(report);
    report.losses = losses_of(**job, report.check);
  }
  add_slow_rows(asked, **job, report);
  report.same_with = values_alike(**job, report.job, rows, report.check);
  report.is_wire_assumed = report.same_with.empty() && is_wire_assumed(**job, request);
  judge(report);
  report.job.notes = setup::notes_on(report.job, (*job)->plan, collectives_of(report.check));
  report.forced = forced_in(**job, report, asked);
  report.slowed = slowed_in(**job, report, asked);
  report.bad_choices = bad_in(**job, report);
  report.notes = notes_on(runs.set, report);
  if (!itself.empty()) report.notes.push_back(std::move(itself));
  report.files = read_files(runs.runs);
  return report;
}

}  // namespace treering::app
