#include "tuner/calibration/observation.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/assert.h"
#include "core/named_values.h"
#include "sim/carrier.h"
#include "sim/machine/outcome.h"
#include "sim/nccl/call/choice.h"
#include "sim/test_size.h"

namespace treering::tuner::calibration {
namespace {

using sim::nccl::call::Candidate;

/// NCCL's choice among those that carry the names; an empty name allows all.
std::optional<Candidate> cheapest(const std::vector<Candidate>& all, const std::string& algorithm,
                                  const std::string& protocol) {
  std::optional<Candidate> best;
  for (const Candidate& one : all) {
    if (!one.available) continue;
    if (!algorithm.empty() && !core::is_same_name(name_of(one.algorithm), algorithm)) continue;
    if (!protocol.empty() && !core::is_same_name(name_of(one.protocol), protocol)) continue;
    if (!best || one.time_us < best->time_us) best = one;
  }
  return best;
}

double eager_bytes(const core::Profile& profile, const sim::cost::terms::MachineKind& kind) {
  const auto found =
      profile.parameters.find(name_for(sim::cost::terms::Quantity::EagerLimit, kind));
  return found == profile.parameters.end() ? 0 : found->second.value;
}

/// The way that a measurement went.
struct WayOfRow {
  sim::cost::Way way;
  std::optional<sim::nccl::call::Decision> decision;  // nothing for messages between pairs
};

/// Nothing where NCCL has none.
std::optional<WayOfRow> find_way(const Bench& bench, const Measurement& row, Observation& seen) {
  WayOfRow found;
  sim::cost::Way& way = found.way;
  way.call = {row.collective, row.bytes, row.type.value_or(core::DataType::Float),
              row.op.value_or(core::ReduceOp::Sum)};
  if (!sim::nccl::rules::is_tuned(row.collective)) return found;
  const auto all = sim::nccl::call::candidates(bench.plan, way.call);
  auto chosen = cheapest(all, row.is_fallback ? "" : row.algorithm, row.protocol);
  if (!chosen) {
    seen.is_replaced = true;
    chosen = cheapest(all, "", "");
  }
  if (!chosen) return std::nullopt;
  found.decision = sim::nccl::call::decision_for(bench.plan, way.call, *chosen);
  way = sim::cost::way_of(way.call, *found.decision);
  if (row.channels > 0) way.channels = row.channels;
  seen.algorithm = name_of(chosen->algorithm);
  seen.protocol = name_of(chosen->protocol);
  seen.channels = way.channels;
  if (seen.forced.empty() || seen.is_replaced) seen.choice_version = bench.plan.job.nccl_version;
  seen.nccl_us = static_cast<double>(chosen->time_us);
  return found;
}

/// 0: the event model has no answer.
double event_us(const Bench& bench, const WayOfRow& found, const core::Profile& profile,
                const sim::cost::terms::Terms& terms) {
  if (!bench.links || !found.decision) return 0;
  const sim::cost::CostModel cost(bench.machine, whole_parameters(profile, bench.machine.kind));
  const auto run =
      sim::machine::run_of({bench.plan, *bench.links, cost, found.way.call, *found.decision});
  if (run == nullptr) return 0;
  const auto outcome = sim::machine::outcome_of(*run, sim::engine::Shortcuts{});
  return sim::machine::call_us(terms, cost.parameters().values, outcome.time_us);
}

}  // namespace

std::shared_ptr<const Bench> make_bench(const core::Cluster& cluster, sim::nccl::Plan plan,
                                        const std::string& network) {
  auto machine = sim::cost::machine_of(cluster, plan, network);
  return std::make_shared<Bench>(Bench{cluster, std::move(plan), std::move(machine)});
}

core::Result<std::shared_ptr<const Bench>> make_bench(const core::Cluster& cluster,
                                                      const sim::job::Job& job,
                                                      const std::string& network) {
  if (auto reason = sim::nccl::why_not(cluster.node, job)) return core::fail(*std::move(reason));
  const core::Cluster carried = sim::as_carried(cluster, network);
  return make_bench(carried, sim::nccl::make_plan(carried.node, job), network);
}

bool is_of_another_job(const Bench& bench, const Measurement& measurement) {
  return measurement.ranks > 0 && measurement.ranks != bench.plan.shape.ranks();
}

std::shared_ptr<const Bench> with_events(const Bench& bench) {
  Bench result = bench;
  result.links = std::make_shared<sim::machine::ClassLinks>(
      sim::machine::class_links(bench.cluster, bench.plan.job));
  return std::make_shared<Bench>(std::move(result));
}

std::optional<Observation> observe(const Bench& bench, const Measurement& measurement,
                                   const core::Profile& profile) {
  const auto time = time_of(measurement);
  if (!time || bench.plan.shape.ranks() < 2) return std::nullopt;
  Observation seen;
  seen.collective = measurement.collective;
  seen.forced = measurement.is_fallback ? "" : measurement.algorithm;
  seen.forced_protocol = measurement.protocol;
  seen.series = fmt::format("{} {} {} {}", measurement.id, name_of(measurement.collective),
                            measurement.algorithm, measurement.protocol);
  seen.id = measurement.id;
  seen.ranks = bench.plan.shape.ranks();
  seen.nodes = bench.plan.shape.nodes;
  seen.bytes = static_cast<double>(measurement.bytes);
  seen.measured_us = time->in_us();
  seen.kind = bench.machine.kind;
  const auto found = find_way(bench, measurement, seen);
  if (!found) return std::nullopt;
  const sim::cost::Way& way = found->way;
  auto facts =
      sim::cost::facts_of(bench.plan, bench.machine, way, eager_bytes(profile, bench.machine.kind));
  if (measurement.gpus_per_process > 0) facts.gpus_per_process = measurement.gpus_per_process;
  auto terms = sim::cost::terms_of(facts, sim::cost::entry_of(way.algorithm));
  if (!terms) return std::nullopt;
  seen.terms = *std::move(terms);
  seen.event_us = event_us(bench, *found, profile, seen.terms);
  return seen;
}

sim::cost::Parameters whole_parameters(const core::Profile& profile,
                                       const sim::cost::terms::MachineKind& kind) {
  auto parameters = sim::cost::parameters_of(profile, kind);
  TREERING_ASSERT(parameters, "a profile over the shipped one is whole");
  return *std::move(parameters);
}

sim::estimates::Estimate estimate_of(const Observation& observation,
                                     const sim::cost::Parameters& parameters) {
  return sim::cost::estimate(observation.terms, parameters,
                             {observation.collective, observation.algorithm, observation.bytes,
                              observation.nodes, observation.ranks});
}

}  // namespace treering::tuner::calibration
