#include "app/simulate.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/job.h"
#include "app/setup/calls.h"
#include "app/setup/plan.h"
#include "app/simulation/carried.h"
#include "app/simulation/faults.h"
#include "app/simulation/recording.h"
#include "app/work/memory.h"
#include "core/text/field.h"
#include "core/topology/cluster.h"
#include "hw/io/files.h"
#include "sim/algorithms/registry.h"
#include "sim/bound/bound.h"
#include "sim/cost/price.h"
#include "sim/engine/observer.h"
#include "sim/engine/simulate.h"
#include "tuner/advice/recommend.h"

namespace treering::app {
namespace {

using simulation::Carried;

/// The call asked for and what carries it.
core::Result<Carried> carried(const SimulateRequest& request, const Job& job) {
  const int ranks = job.ranks();
  if (request.schedule) {
    auto own = simulation::own_schedule(*request.schedule, ranks);
    if (!own) return core::fail(own.error());
    return simulation::carried_by(*std::move(own), *request.schedule, job);
  }
  const auto call = setup::rounded_call(
      request.is_barrier ? simulation::stand_in(request.call) : request.call, ranks);
  if (!call) return core::fail(call.error());
  return simulation::carried_by({request.way, request.is_barrier}, *call, job);
}

core::Result<void> check_ranks(const sim::nccl::Plan& plan, const setup::JobRequest& asked) {
  if (plan.shape.ranks() > 1) return {};
  const std::string_view few = asked.gpus_per_node ? "gpus-per-node"
                               : asked.devices     ? "devices"
                                                   : "nodes";
  return core::usage_error(core::field(few), "a job of one rank sends no messages",
                           "expected two ranks or more");
}

void add_carried(const Carried& one, SimulateReport& report) {
  report.way = one.way;
  if (one.has_chunks && !one.is_barrier) report.chunk_bytes = one.decision.chunk_bytes;
  if (!one.is_barrier) report.message_bytes = one.message_bytes;
  report.is_nccl_choice = one.is_nccl_choice;
  report.is_in_nccl = one.is_in_nccl;
  report.is_barrier = one.is_barrier;
  if (one.is_barrier) report.call.bytes = 0;
}

void add_outcome(const sim::machine::CallRun& run, const sim::engine::Outcome& outcome,
                 const sim::cost::Values& values, SimulateReport& report) {
  // Of the host's part the messages hide some: it is not what a call without messages takes.
  report.single = core::Duration::from_us(call_us(run, values, outcome.time_us));
  report.before_messages = report.single - core::Duration::from_us(outcome.time_us);
  report.time = core::Duration::from_us(call_us(run, values, messages_in_a_row_us(run, outcome)));
  report.links = simulation::busy_links(run, outcome);
  report.factors = factors_of(run, values);
}

/// All that are there stay where none would.
void leave_out(const std::vector<int>& nodes, setup::Setup& machine) {
  std::vector<int> kept;
  for (int node = 0; node < machine.cluster.node_count; ++node) {
    if (std::ranges::find(nodes, node) == nodes.end()) kept.push_back(node);
  }
  if (kept.empty()) return;
  machine.cluster = core::part_of(machine.cluster, kept);
  machine.job.nodes = machine.cluster.node_count;
}

core::Result<JobPtr> job_of(const SimulateRequest& request) {
  auto options = setup::time_model_options(request.time_model, sim::Model::Event);
  if (!options) return core::fail(options.error());
  setup::JobRequest asked = request.job;
  asked.nodes_may_differ = true;
  auto machine = setup::set_up(asked);
  if (!machine) return core::fail(machine.error());
  if (!request.without_nodes.empty()) leave_out(request.without_nodes, *machine);
  simulation::note_differences(*machine);
  if (const auto done = simulation::cut(request.faults.words, *machine); !done) {
    return core::fail(done.error());
  }
  auto job = open(*std::move(machine), *std::move(options));
  if (!job) return job;
  if (const auto enough = check_ranks((*job)->plan, request.job); !enough) {
    return core::fail(enough.error());
  }
  return job;
}

/// As if all nodes were like the best of them: no run is faster.
core::Duration bound_of(const Job& job, const core::Call& call) {
  std::optional<core::Duration> least;
  for (const core::Topology* const node : topologies_of(job.machine.cluster)) {
    const sim::bound::WireBound bound({*node, job.machine.job.nodes, job.machine.cluster.fabric},
                                      job.machine.job);
    const auto time = bound.time(call.collective, core::Bytes::of(call.bytes));
    least = least ? std::min(*least, time) : time;
  }
  return *least;
}

/// Whether the double binary tree of the algorithm has both its trees on the job's channels.
bool has_second_tree(const sim::nccl::communicator::ChannelSet& channels,
                     std::string_view algorithm) {
  if (algorithm == "NVLSTree") return channels.nvls_count() > 1;
  if (algorithm != "Tree") return false;
  const auto& counts = channels.counts();
  for (int channel = 0; channel < channels.count(); ++channel) {
    if (original_of(counts, channel) >= counts.searched) return true;
  }
  return false;
}

SimulateReport report_on(const Job& job, const Carried& carried) {
  SimulateReport report;
  report.deciding = deciding_facts_of(job, carried.call);
  report.job = with_doubts(job.machine, report.deciding);
  report.job.notes = setup::notes_on(report.job, job.plan, {&carried.call.collective, 1});
  if (auto op = setup::op_note({&carried.call.collective, 1}, carried.call.op); !op.empty()) {
    report.job.notes.push_back(std::move(op));
  }
  report.call = carried.call;
  report.shape = job.plan.shape;
  report.time_model = job.time_model_name();
  add_carried(carried, report);
  report.has_second_tree = has_second_tree(job.plan.channels, report.way.algorithm);
  report.bound = bound_of(job, report.call);
  return report;
}

/// Nothing for what NCCL does not have, and where nodes differ or something is wrong, which the
/// model does not know.
std::optional<sim::estimates::Estimate> cost_of(const Job& job, const Carried& carried,
                                                const sim::machine::Faults& faults) {
  const bool is_known = faults.empty() && is_even(job.machine.cluster);
  if (!carried.is_in_nccl || !is_known) return std::nullopt;
  const auto known = sim::cost::priced_as(carried.call, carried.decision);
  const auto estimate = job.time_model.cost->estimate(job.plan, known);
  return estimate ? std::optional(*estimate) : std::nullopt;
}

/// Which of the two models to believe, where they are far apart.
void note_distance(SimulateReport& report) {
  if (!report.cost || !sim::models::are_far_apart(report.time, *report.cost)) return;
  report.job.notes.push_back(fmt::format(
      "the cost model says {:.2f} times the time of the simulation: rather believe the simulation, "
      "which gives each message its part of every link; the formulas take all links and steps as "
      "alike",
      *report.cost / report.time));
}

/// The fastest, where NCCL takes another protocol of the algorithm by its own model.
std::optional<FasterProtocol> faster_protocol(const Job& job, const Carried& carried,
                                              core::Duration cost) {
  if (!sim::nccl::rules::is_tuned(carried.call.collective)) return {};
  std::optional<FasterProtocol> fastest;
  for (const auto& one : sim::nccl::call::candidates(job.plan, carried.call)) {
    if (!one.available || one.offer.algorithm != carried.decision.offer.algorithm) continue;
    const auto decision = sim::nccl::call::decision_for(job.plan, carried.call, one);
    const auto estimate =
        job.time_model.cost->estimate(job.plan, sim::cost::priced_as(carried.call, decision));
    if (!estimate || estimate->time * tuner::advice::kLeastGain > cost) continue;
    if (fastest && fastest->cost <= estimate->time) continue;
    fastest = {std::string(name_of(one.offer.protocol)), estimate->time};
  }
  return fastest;
}

/// Nothing: the time has no part of this form.
std::optional<int> counted(const std::vector<sim::estimates::TimeShare>& shares,
                           std::string_view form) {
  for (const auto& share : shares) {
    if (share.what.form == form)
      return static_cast<int>(std::lround(share.what.number.value_or(0)));
  }
  return {};
}

std::optional<Hops> hops_of(const std::vector<sim::estimates::TimeShare>& shares) {
  const auto inside = counted(shares, sim::estimates::kHopsInside);
  const auto between = counted(shares, sim::estimates::kHopsBetween);
  if (!inside && !between) return {};
  return Hops{inside.value_or(0), between.value_or(0)};
}

/// What was asked, and what it is.
SimulateReport report_on_asked(const Job& job, const Carried& one, const SimulateRequest& request) {
  SimulateReport report = report_on(job, one);
  const auto* const algorithm = sim::algorithms::find(report.way.algorithm);
  if (algorithm != nullptr && !request.schedule) report.what_it_is = algorithm->title;
  const bool is_as_asked = !request.schedule && !request.is_barrier;
  report.asked_bytes = is_as_asked ? request.call.bytes : report.call.bytes;
  if (request.is_barrier && !report.is_barrier) {
    report.job.notes.push_back(simulation::stand_in_note());
  }
  report.faults = texts_of(request.faults);
  return report;
}

/// Nothing where the model has no answer.
void add_cost(const Job& job, const Carried& one,
              const std::optional<sim::estimates::Estimate>& cost, const SimulateRequest& request,
              SimulateReport& report) {
  if (!cost) return;
  report.cost = cost->time;
  report.cost_interval = cost->interval;
  report.hops = hops_of(cost->shares);
  const bool is_open =
      !request.way.algorithm.empty() && request.way.protocol.empty() && !request.schedule;
  if (is_open) report.faster_protocol = faster_protocol(job, one, cost->time);
}

/// The same call on fewer nodes.
struct SmallerCall {
  JobPtr job;
  Carried one;  // refers to the job
};

/// Null where there is none.
std::unique_ptr<SmallerCall> smaller_call(SimulateRequest request, int nodes) {
  request.job.nodes = nodes;
  const auto job = job_of(request);
  if (!job) return nullptr;
  auto one = carried(request, **job);
  if (!one) return nullptr;
  return std::make_unique<SmallerCall>(SmallerCall{*job, *std::move(one)});
}

/// Before the run: it fits into memory, and who waits knows how long.
core::Result<void> check_fits(const SimulateRequest& request, const Job& job, const Carried& one) {
  simulation::LargeRun large;
  large.nodes = job.machine.job.nodes;
  const auto size = [](const sim::machine::CallRun& run) {
    return work::size_of(*run.schedule, run.wiring);
  };
  large.size = [&](int nodes) {
    if (nodes == job.machine.job.nodes) return size(*one.run);
    const auto smaller = smaller_call(request, nodes);
    return smaller ? size(*smaller->one.run) : work::RunSize{};
  };
  large.seconds = [&](int nodes) {
    const auto smaller = smaller_call(request, nodes);
    if (smaller == nullptr) return 0.0;
    const sim::machine::CallRun& run = *smaller->one.run;
    const double begin = work::steady_seconds();
    sim::engine::Stoppable stop(request.work.stop);
    simulate(*run.schedule, run.wiring, simulation::options_of(request).shortcuts, &stop);
    return work::steady_seconds() - begin;
  };
  const auto free = request.memory ? request.memory : work::free_memory(hw::io::RealFiles());
  return check_large(large, free, request.announce);
}

}  // namespace

core::Result<SimulateReport> answer(const SimulateRequest& request) {
  const auto opened = job_of(request);
  if (!opened) return core::fail(opened.error());
  const Job& job = **opened;
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  auto one = carried(request, job);
  if (!one) return core::fail(one.error());
  const auto faults = simulation::faults_of(request.faults, job);
  if (!faults) return core::fail(faults.error());
  if (const auto fits = check_fits(request, job, *one); !fits) {
    return core::fail(fits.error());
  }
  apply(*faults, *one->run);
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }

  SimulateReport report = report_on_asked(job, *one, request);
  report.has_slow_links = !faults->slow.empty();
  add_cost(job, *one, cost_of(job, *one, *faults), request, report);
  const std::shared_ptr<const sim::nccl::Plan> plan(*opened, &job.plan);
  auto run = simulation::run(*one, plan, simulation::options_of(request));
  if (!run) return core::fail(run.error());
  simulation::add_fault_notes(request.faults.words,
                              {job.machine.cluster, one->run->input.links, *faults, run->outcome},
                              report.job.notes);
  add_outcome(*one->run, run->outcome, job.time_model.cost->parameters().values, report);
  note_distance(report);
  add_figures(*std::move(run), report, report.job.notes);
  if (report.recorded) report.recorded->first_message_us = report.before_messages.in_us();
  if (!request.compares_faults || request.faults.words.empty()) return report;
  auto costs = fault_costs(request, report);
  if (!costs) return core::fail(costs.error());
  report.fault_costs = *std::move(costs);
  return report;
}

core::Bandwidth algbw(const SimulateReport& report) {
  return core::Bytes::of(report.call.bytes) / report.time;
}

core::Bandwidth busbw(const SimulateReport& report) {
  return algbw(report) * core::bus_factor(report.call.collective, report.shape.ranks());
}

}  // namespace treering::app
