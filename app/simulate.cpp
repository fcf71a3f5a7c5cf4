#include "app/simulate.h"

#include <memory>
#include <utility>

#include "app/setup/calls.h"
#include "app/setup/plan.h"
#include "app/simulation/faults.h"
#include "app/simulation/recording.h"
#include "core/text/field.h"
#include "sim/engine/shortcuts.h"

namespace treering::app {
namespace {

/// The call asked for and what carries it.
struct CarriedCall {
  sim::nccl::rules::Call call;
  simulation::Way way;
};

core::Result<CarriedCall> carried(const SimulateRequest& request, const simulation::Place& place) {
  const int ranks = place.plan.shape.ranks();
  if (request.schedule) {
    auto own = simulation::own_schedule(*request.schedule, ranks);
    if (!own) return core::fail(own.error());
    const auto call = own->call;
    auto way = simulation::way_of(*std::move(own), *request.schedule, place);
    if (!way) return core::fail(way.error());
    return CarriedCall{call, *std::move(way)};
  }
  const auto call =
      setup::carried_call({request.collective, request.bytes, request.type, request.op}, ranks);
  if (!call) return core::fail(call.error());
  auto way = simulation::way_of(request.way, *call, place);
  if (!way) return core::fail(way.error());
  return CarriedCall{*call, *std::move(way)};
}

core::Result<void> check_ranks(const sim::nccl::Plan& plan) {
  if (plan.shape.ranks() > 1) return {};
  return core::usage_error(core::field("nodes"), "a job of one rank sends no messages",
                           "expected two ranks or more");
}

void add_way(const simulation::Way& way, SimulateReport& report) {
  report.algorithm = way.algorithm;
  report.protocol = way.protocol;
  report.channels = way.decision.channels;
  report.chunk_bytes = way.decision.chunk_bytes;
  report.is_nccl_choice = way.is_nccl_choice;
  report.is_in_nccl = way.is_in_nccl;
}

void add_outcome(const sim::machine::CallRun& run, const sim::engine::Outcome& outcome,
                 const sim::cost::Values& values, SimulateReport& report) {
  report.before_messages = core::Duration::from_us(call_us(run, values, 0));
  report.time = core::Duration::from_us(call_us(run, values, outcome.time_us));
  report.transfers = outcome.transfers;
  report.simulated = outcome.simulated;
  report.symmetric = outcome.symmetric;
  report.periodic = outcome.periodic;
  report.links = simulation::busy_links(run, outcome, outcome.time_us);
  report.factors = factors_of(run.input.costs);
}

}  // namespace

core::Result<SimulateReport> answer(const SimulateRequest& request) {
  auto options = setup::time_model_options(request.time_model, sim::Model::Event);
  if (!options) return core::fail(options.error());
  auto job = setup::set_up(request.job);
  if (!job) return core::fail(job.error());
  setup::carry_over(*job, options->network);
  auto made_plan = setup::make_plan(*job);
  if (!made_plan) return core::fail(made_plan.error());
  const auto plan = std::make_shared<const sim::nccl::Plan>(*std::move(made_plan));
  if (const auto enough = check_ranks(*plan); !enough) return core::fail(enough.error());
  const auto model = setup::time_model_for(*options, job->cluster, *plan);
  const simulation::Place place{*plan, *model.links, *model.cost};
  auto carried_call = carried(request, place);
  if (!carried_call) return core::fail(carried_call.error());
  auto& [call, way] = *carried_call;
  const auto faults = simulation::faults_of(request.faults, place);
  if (!faults) return core::fail(faults.error());
  apply(*faults, *way.run);

  SimulateReport report;
  report.job = *std::move(job);
  report.job.notes = setup::notes_on(report.job, *plan);
  report.call = call;
  report.asked_bytes = request.schedule ? call.bytes : request.bytes;
  report.shape = plan->shape;
  report.time_model = setup::name_of(*options, model, *plan);
  add_way(way, report);
  const bool shortens = !request.is_exact;
  auto run = simulation::run(
      way, plan, {shortens, shortens},
      request.is_recorded ? simulation::Keeps::Timeline : simulation::Keeps::PathOnly);
  add_outcome(*way.run, run.outcome, model.cost->parameters().values, report);
  report.critical_path = std::move(run.path);
  report.recorded = std::move(run.recorded);
  report.faults = request.faults;
  if (way.is_in_nccl && faults->empty()) {
    const auto cost = model.cost->estimate(*plan, sim::cost::way_of(call, way.decision));
    if (cost) report.cost = cost->time;
  }
  report.bound = model.bound->time(call.collective, core::Bytes::of(call.bytes));
  return report;
}

core::Bandwidth algbw(const SimulateReport& report) {
  return core::Bytes::of(report.call.bytes) / report.time;
}

core::Bandwidth busbw(const SimulateReport& report) {
  return algbw(report) * core::bus_factor(report.call.collective, report.shape.ranks());
}

}  // namespace treering::app
