#include "app/predict.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/normal.h"
#include "app/setup/calls.h"
#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/carried.h"
#include "app/work/patience.h"
#include "core/call.h"
#include "hw/catalogue/gpus.h"
#include "sim/bound/bound.h"
#include "sim/channel_limits.h"
#include "sim/cost/cost_model.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/system/system.h"
#include "sim/nccl/tuning/tuning.h"
#include "sim/nccl/versions/version.h"
#include "tuner/reference/nearer_models.h"

namespace treering::app {
namespace {

// The effect of NCCL_ALGO and NCCL_PROTO on the choices of a prediction.

/// Whether the variables affect the collective.
bool is_restricted(const sim::job::Settings& settings, core::Collective collective) {
  return sim::nccl::rules::is_tuned(collective) &&
         (settings.algorithms.decides(collective) || settings.protocols.decides(collective));
}

/// The same job without the two variables.
sim::nccl::Plan unrestricted(const setup::Setup& setup) {
  sim::job::JobSpec job = setup.job;
  job.settings.algorithms = {};
  job.settings.protocols = {};
  return sim::nccl::make_plan(setup.cluster.node, job);
}

std::string why_beyond(const PredictReport& report, core::Collective collective) {
  const sim::nccl::versions::Version& version =
      sim::nccl::versions::version(report.job.job.nccl_version);
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_nccl_default) continue;
    for (int i = 0; i < sim::nccl::kAlgorithms; ++i) {
      const auto algorithm = static_cast<sim::nccl::Algorithm>(i);
      if (row.way.algorithm != name_of(algorithm)) continue;
      std::string text = sim::nccl::tuning::beyond_the_list(report.job.job.settings, version,
                                                            collective, algorithm);
      if (!text.empty()) return text;
    }
  }
  return "";
}

/// The effect by the time model of the report's rows; nothing where the variables say nothing about
/// the collective.
std::optional<Restriction> restriction_of(const PredictReport& report, core::Collective collective,
                                          const setup::TimeModelOptions& options) {
  if (!is_restricted(report.job.job.settings, collective)) return std::nullopt;
  Restriction restriction;
  restriction.why_beyond = why_beyond(report, collective);
  const sim::nccl::Plan plan = unrestricted(report.job);
  const auto alternatives =
      sim::alternatives_of(plan, setup::time_model_for(options, report.job.cluster, plan),
                           report.calls.type, report.calls.op);
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_nccl_default || !row.time()) continue;
    const auto all = alternatives(collective, row.bytes.count());
    const sim::Alternative* const usual = sim::nccl_choice(all);
    if (usual == nullptr || !usual->estimate || usual->estimate->time.in_us() <= 0) continue;
    const double times = *row.time() / usual->estimate->time;
    if (times <= restriction.slowdown) continue;
    restriction.slowdown = times;
    restriction.slowdown_at = row.bytes.count();
  }
  return restriction;
}

/// "NCCL fails every all_reduce: ...", a sentence; empty where NCCL does not fail its calls.
std::string refusal_of(const PredictReport& report, core::Collective collective) {
  const bool is_refused = std::ranges::any_of(report.rows, [&](const sim::Prediction& row) {
    return row.collective == collective && row.is_refused;
  });
  if (!is_refused) return "";
  return fmt::format("NCCL fails every {}: {}.", core::name_of(collective),
                     setup::nothing_left_text(report.job.variables));
}

/// Ascending, each once; calls of no bytes are none.
std::vector<std::uint64_t> sizes_shown(const PredictReport& report, core::Collective collective) {
  std::set<std::uint64_t> sizes;
  for (const sim::Prediction& row : report.rows) {
    if (row.collective == collective && row.count > 0) sizes.insert(row.bytes.count());
  }
  return {sizes.begin(), sizes.end()};
}

/// The term that takes most of the time.
sim::nccl::call::Limit heaviest(const sim::Prediction& row) {
  const auto& shares = row.estimate->shares;
  const core::Duration time = row.estimate->time;
  const auto share = std::ranges::max_element(shares, {}, &sim::TimeShare::time);
  if (share == shares.end() || time.in_us() <= 0) return {};
  return {share->what.text(), share->time / time, {}};
}

/// The best at the largest size; null where there are no times.
const sim::Prediction* best_of_last(const PredictReport& report, core::Collective collective) {
  const sim::Prediction* last = nullptr;
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_best) continue;
    if (last == nullptr || row.bytes > last->bytes) last = &row;
  }
  return last;
}

/// The limit on the speed of the best at the largest size.
sim::nccl::call::Limit limit_of_last(const PredictReport& report, core::Collective collective,
                                     const sim::nccl::Plan& plan) {
  const sim::Prediction* const last = best_of_last(report, collective);
  if (last == nullptr) return {};
  if (basis_of(report.calls.model) == sim::Basis::Profile) return heaviest(*last);
  const setup::Calls& calls = report.calls;
  return sim::nccl::call::limit_of(plan, {collective, last->bytes.count(), calls.type, calls.op},
                                   last->way.algorithm, last->way.protocol);
}

std::optional<Ceiling> ceiling_of(const CeilingSource& source, const setup::Calls& calls,
                                  const sim::Prediction& row) {
  return source.of(row, {row.collective, row.bytes.count(), calls.type, calls.op});
}

/// For each algorithm that NCCL or we choose somewhere, the row with the highest busbw.
std::vector<const sim::Prediction*> fastest_rows(const PredictReport& report,
                                                 core::Collective collective) {
  std::map<std::string, const sim::Prediction*> rows;
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !(row.is_best || row.is_nccl_default)) continue;
    const sim::Prediction*& fastest = rows[row.way.algorithm];
    if (fastest == nullptr || sim::algbw(row) > sim::algbw(*fastest)) fastest = &row;
  }
  std::vector<const sim::Prediction*> result;
  for (const auto& [algorithm, row] : rows) result.push_back(row);
  return result;
}

std::optional<Ceiling> most_above_wires(const CeilingSource& source, const PredictReport& report,
                                        core::Collective collective) {
  std::optional<Ceiling> result;
  double most = 1;
  for (const sim::Prediction* const row : fastest_rows(report, collective)) {
    auto ceiling = ceiling_of(source, report.calls, *row);
    if (!ceiling) continue;
    const double excess = ceiling->steps.back().busbw / ceiling->wire_rate;
    if (excess <= most) continue;
    most = excess;
    result = std::move(ceiling);
  }
  return result;
}

/// The steps that lower busbw, and the rows where it is above the wires' rate all the same.
void add_ceilings(const Job& job, PredictReport& report) {
  const CeilingSource ceilings(job.plan, job.time_model, job.bound, job.machine.cluster);
  for (const core::Collective collective : report.calls.collectives) {
    const sim::Prediction* const last = best_of_last(report, collective);
    report.ceilings.push_back(last == nullptr ? std::nullopt
                                              : ceiling_of(ceilings, report.calls, *last));
    report.above_wires.push_back(most_above_wires(ceilings, report, collective));
  }
}

/// Sums up the rows of each collective.
void add_summaries(const Job& job, const sim::AlternativesOf& alternatives, PredictReport& report) {
  const tuner::advice::SummarySource both{
      alternatives, sim::alternatives_of(job.plan, {}, report.calls.type, report.calls.op)};
  for (const core::Collective collective : report.calls.collectives) {
    const auto sizes = sizes_shown(report, collective);
    report.summaries.push_back(
        tuner::advice::summarise(both, job.bound, {collective, sizes, report.calls.filter}));
    report.limits.push_back(limit_of_last(report, collective, job.plan));
    report.restrictions.push_back(restriction_of(report, collective, job.options));
  }
}

/// The calls under NCCL's own number of channels.
void add_rows(const Job& job, const sim::AlternativesOf& alternatives, const work::Work& work,
              PredictReport& report) {
  const std::uint64_t calls = report.calls.collectives.size() * report.calls.sizes.size();
  report.rows = sim::predict(work::while_wanted(alternatives, work, calls), job.bound,
                             setup::prediction_request(report.calls, report.ranks));
}

/// Adds the same calls under each limit on channels.
void add_limits(const Job& job, const work::Work& work, PredictReport& report) {
  const setup::Calls& calls = report.calls;
  const sim::job::JobSpec& asked = job.machine.job;
  const sim::PredictionRequest request = setup::prediction_request(calls, report.ranks);
  auto time_model = job.time_model;
  time_model.unlimited = &job.plan;
  std::vector<sim::LimitedRows> parts;
  for (const int limit : report.channel_limits) {
    if (work.is_cancelled()) return;
    const auto plan = sim::nccl::make_plan(sim::with_channels(asked, limit), job.plan.machines);
    const auto alternatives = sim::alternatives_of(plan, time_model, calls.type, calls.op);
    parts.push_back(
        {limit, sim::predict(work::while_wanted(alternatives, work, 0), job.bound, request)});
  }
  parts.push_back({std::nullopt, std::move(report.rows)});
  report.rows = sim::joined(parts, request);
}

/// Adds the facts about channels that do not depend on their number.
void add_channels_made(const Job& job, PredictReport& report) {
  const core::Topology& node = job.machine.cluster.node;
  report.own_channels = job.plan.channels.count();
  report.own_nvls_channels = job.plan.channels.nvls_count();
  report.multiprocessors = hw::catalogue::multiprocessors_of(
      node, sim::nccl::system::local_ranks(node, job.machine.job));
}

void add_coin_tosses(const Job& job, PredictReport& report) {
  const setup::Calls& calls = report.calls;
  const auto by_nccl = sim::alternatives_of(job.plan, {}, calls.type, calls.op);
  for (const core::Collective collective : calls.collectives) {
    for (const std::uint64_t bytes : sizes_shown(report, collective)) {
      const auto all = by_nccl(collective, bytes);
      const sim::Alternative* const choice = sim::nccl_choice(all, calls.filter);
      const sim::Alternative* const next = sim::nccl_runner_up(all, calls.filter);
      if (choice == nullptr || next == nullptr) continue;
      if (next->nccl_cost > choice->nccl_cost * (1 + sim::kCoinToss)) continue;
      report.coin_tosses.push_back({collective, core::Bytes::of(bytes), choice->way, next->way});
    }
  }
}

/// Where published runs, to which no parameter was fitted, were nearer to the event model.
void add_event_nearer(const Job& job, PredictReport& report) {
  if (report.calls.model != sim::Model::Cost || !report.time_model.kind) return;
  for (const sim::Prediction& row : report.rows) {
    if (!(row.is_best || row.is_nccl_default) || row.count == 0) continue;
    const auto size_class = sim::cost::size_class_of(static_cast<double>(row.bytes.count()));
    const auto* const found = tuner::reference::find_event_nearer(
        {row.collective, row.way.algorithm, job.plan.shape.nodes > 1, report.time_model.kind->link,
         size_class});
    if (found == nullptr) continue;
    const bool is_known =
        std::ranges::find(report.event_nearer, found->kind,
                          &tuner::calibration::KindScores::kind) != report.event_nearer.end();
    if (!is_known) report.event_nearer.push_back(*found);
  }
}

/// What the ports of a node carry, row by row.
void add_ports(const Job& job, PredictReport& report) {
  if (job.plan.shape.nodes < 2) return;
  for (const sim::Prediction& row : report.rows) {
    report.ports.push_back(row.time() ? port_share(job, row, *row.time()) : std::nullopt);
  }
}

/// The published runs near the largest calls.
void add_nearest(const Job& job, PredictReport& report) {
  for (const core::Collective collective : report.calls.collectives) {
    const auto sizes = sizes_shown(report, collective);
    const bool has_some = !sizes.empty() && !setup::is_guess(report.job);
    report.nearest.push_back(has_some
                                 ? nearest_published(job, collective, core::Bytes::of(sizes.back()))
                                 : std::nullopt);
  }
}

void add_remarks(PredictReport& report) {
  for (const core::Collective collective : report.calls.collectives) {
    report.refusals.push_back(refusal_of(report, collective));
  }
  if (report.rows.empty()) {
    report.notes.emplace_back(
        "⟨algo⟩ and ⟨proto⟩ leave no candidate for this job; treering explain with the same "
        "options says why");
  }
}

/// All that is known only once the machine is planned.
core::Result<PredictReport> answer_from(const Job& job, const PredictRequest& request,
                                        PredictReport report) {
  const auto alternatives = job.alternatives(report.calls.type, report.calls.op);
  add_rows(job, alternatives, request.work, report);
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  report.worst_order = worst_order(job, report.rows, report.calls.type, report.calls.op);
  if (request.is_summarised) {
    add_summaries(job, alternatives, report);
    add_ceilings(job, report);
    add_coin_tosses(job, report);
  }
  if (!report.channel_limits.empty()) add_limits(job, request.work, report);
  if (request.is_summarised) {
    add_ports(job, report);
    add_nearest(job, report);
  }
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  add_event_nearer(job, report);
  add_remarks(report);
  return report;
}

}  // namespace

core::Result<PredictReport> answer(const Job& job, const PredictRequest& request) {
  auto calls = setup::calls_of(request.calls);
  if (!calls) return core::fail(calls.error());
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  if (const auto checked = setup::check_processes(request.job.gpus_per_process, calls->model);
      !checked) {
    return core::fail(checked.error());
  }
  auto limits = setup::channel_counts(request.channels, *calls, job.machine.job);
  if (!limits) return core::fail(limits.error());

  PredictReport report;
  report.calls = *std::move(calls);
  report.deciding = deciding_facts(job, report.calls);
  report.job = with_doubts(job.machine, report.deciding);
  report.job.notes = setup::notes_on(report.job, job.plan, report.calls.collectives);
  const auto add_note = [&](std::string note) {
    if (!note.empty()) report.job.notes.push_back(std::move(note));
  };
  add_note(setup::op_note(report.calls.collectives, report.calls.op));
  add_note(setup::filter_note(report.calls.collectives, report.calls.filter));
  if (request.is_barrier) add_note(simulation::stand_in_note("predicted"));
  if (report.calls.model == sim::Model::Nccl) add_note(setup::fabric_note_of_nccl(report.job));
  report.time_model = job.time_model_name();
  report.ranks = job.ranks();
  report.failed_search = setup::failed_search_text(job.plan);
  add_channels_made(job, report);
  report.channel_limits = *std::move(limits);
  return answer_from(job, request, std::move(report));
}

core::Result<PredictRequest> for_barrier(PredictRequest request) {
  auto& sizes = request.calls.sizes;
  const bool has_sizes = sizes.minbytes || sizes.maxbytes || sizes.stepfactor || sizes.stepbytes;
  if (has_sizes) return simulation::has_no_size("minbytes");
  const core::Call call =
      simulation::stand_in({core::Collective::AllReduce, 0, request.calls.type, request.calls.op});
  request.calls.collectives = {call.collective};
  sizes.minbytes = sizes.maxbytes = call.bytes;
  request.is_barrier = true;
  return request;
}

core::Result<PredictReport> answer(const PredictRequest& request) {
  if (const auto calls = setup::calls_of(request.calls); !calls) return core::fail(calls.error());
  const auto job = open(request.job, request.time_model, request.calls.model);
  if (!job) return core::fail(job.error());
  return answer(**job, request);
}

}  // namespace treering::app
