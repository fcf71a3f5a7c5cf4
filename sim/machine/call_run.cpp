#include "sim/machine/call_run.h"

#include <algorithm>

#include "sim/algorithms/registry.h"
#include "sim/cost/terms/work.h"
#include "sim/nccl/call/call_schedule.h"
#include "sim/nccl/rules/call.h"

namespace treering::sim::machine {
namespace {

using cost::terms::Part;
using cost::terms::Quantity;
using cost::terms::Term;

bool is_of_first_message(const Term& term) {
  return std::ranges::find(term.times, Quantity::PeerLatency) != term.times.end();
}

/// Inside a node the latency of a first message between a pair has its way in it, which the
/// simulation gives every message. So no way is longer.
void take_out_way(const cost::Values& values, double& hop_us, cost::terms::Terms& terms) {
  for (Term& term : terms) {
    if (!is_of_first_message(term)) continue;
    const double us = cost::price({term}, values).time_us;
    hop_us = std::min(hop_us, us);
    if (us > 0) term.amount *= 1 - hop_us / us;
  }
}

}  // namespace

namespace {

std::unique_ptr<CallRun> run_over(const CallInput& input, std::optional<nccl::Algorithm> algorithm,
                                  std::unique_ptr<schedule::Schedule> schedule) {
  const cost::Machine& machine = input.cost.machine();
  const cost::Values& values = input.cost.parameters().values;
  const cost::PricedCall carried = cost::priced_as(input.call, input.decision);
  auto facts = cost::facts_of(input.plan, machine, carried, values[Quantity::EagerLimit]);
  if (input.gpus_per_process > 0) facts.gpus_per_process = input.gpus_per_process;
  auto terms = cost::terms_of(facts, cost::entry_of(carried.algorithm));
  if (!terms) return nullptr;
  FlowCosts costs = flow_costs({facts, *terms, carried.algorithm, values});
  if (!facts.has_pairs_over_network()) take_out_way(values, costs.hop_us, *terms);
  auto run = std::make_unique<CallRun>(
      std::move(schedule),
      WiringInput{JobLinks(input.links, input.plan.job.nodes, counted_leaves(machine.spine)),
                  input.connections, machine.spine, algorithm, costs},
      engine::Wiring{}, *std::move(terms));
  run->wiring = wiring_of(run->input, *run->schedule);
  run->slots = run->schedule->slots();
  run->is_one_way_ring =
      algorithm == nccl::Algorithm::Ring && nccl::rules::is_rooted(input.call.collective);
  run->is_even = run->input.links.are_equal();
  const nccl::Shape& shape = input.plan.shape;
  run->is_machine_a_node = shape.nodes == input.plan.job.nodes && shape.more_ranks == 0;
  return run;
}

}  // namespace

std::unique_ptr<CallRun> run_of(const CallInput& input) {
  auto schedule = nccl::call::make_schedule(input.plan, input.call, input.decision);
  if (schedule == nullptr) return nullptr;
  return run_over(input, input.decision.offer.algorithm, std::move(schedule));
}

std::unique_ptr<CallRun> run_of_pairs(const CallInput& input) {
  constexpr int kMostStreams = 200'000;  // each rank has two for each peer
  auto schedule = nccl::call::make_schedule_by(*algorithms::find("p2p"), input.plan, input.call,
                                               input.decision);
  if (schedule == nullptr || schedule->streams() > kMostStreams) return nullptr;
  return run_over(input, std::nullopt, std::move(schedule));
}

std::unique_ptr<CallRun> run_of(const CallInput& input,
                                std::unique_ptr<schedule::Schedule> schedule) {
  return run_over(input, std::nullopt, std::move(schedule));
}

double messages_in_a_row_us(const CallRun& run, const engine::Outcome& outcome) {
  if (!run.is_one_way_ring) return outcome.time_us;
  double busy = outcome.longest_us;
  for (std::size_t link = 0; link < outcome.carried.size(); ++link) {
    busy = std::max(busy, outcome.carried[link] / run.wiring.capacities[link]);
  }
  return busy + (outcome.time_us - busy) / cost::terms::kCallsInARow;
}

std::vector<Factor> factors_of(const CallRun& run, const cost::Values& values) {
  std::vector<Factor> factors = factors_of(run.input.costs);
  factors.push_back({"slots", "", static_cast<double>(run.slots),
                     "messages of a connection that may wait; 0: none"});
  for (const Term& term : run.terms) {
    const bool is_host = term.part == Part::Host;
    if (!is_host && !term.is_before_messages) continue;
    factors.push_back(
        {term.what.text(), "us", cost::price({term}, values).time_us,
         is_host ? "by the host, beside the call before" : "before the first message"});
  }
  return factors;
}

double call_us(const cost::terms::Terms& terms, const cost::Values& values, double messages_us) {
  cost::terms::Terms some;
  std::ranges::copy_if(terms, std::back_inserter(some), [](const Term& term) {
    return term.part == Part::Host || term.is_before_messages;
  });
  some.push_back({Part::Latency, {"messages"}, messages_us, {}, {}});
  return cost::price(some, values).time_us;
}

double call_us(const CallRun& run, const cost::Values& values, double messages_us) {
  return call_us(run.terms, values, messages_us);
}

}  // namespace treering::sim::machine
