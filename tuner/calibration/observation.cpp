#include "tuner/calibration/observation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/assert.h"
#include "core/named_values.h"
#include "core/topology/part.h"
#include "core/units.h"
#include "sim/carrier.h"
#include "sim/machine/call_run.h"
#include "sim/nccl/call/call_schedule.h"
#include "sim/nccl/call/choice.h"
#include "sim/test_size.h"

namespace treering::tuner::calibration {

namespace {

using sim::nccl::call::Candidate;

/// NCCL's choice among those that carry the names; an empty name allows all. Null without any.
const Candidate* cheapest(const std::vector<Candidate>& all, const std::string& algorithm,
                          const std::string& protocol) {
  const Candidate* best = nullptr;
  for (const Candidate& one : all) {
    if (!algorithm.empty() && !core::is_same_name(name_of(one.offer.algorithm), algorithm))
      continue;
    if (!protocol.empty() && !core::is_same_name(name_of(one.offer.protocol), protocol)) continue;
    if (best == nullptr || one.time_us < best->time_us) best = &one;
  }
  return best;
}

/// How a measurement was carried, without its terms. Nothing where NCCL has no way for it.
std::optional<CallTerms> carried_of(const Bench& bench, const Measurement& row) {
  CallTerms found;
  sim::cost::PricedCall& carried = found.carried;
  carried.call = {row.collective, row.bytes, row.type.value_or(core::DataType::Float),
                  row.op.value_or(core::ReduceOp::Sum)};
  if (!sim::nccl::rules::is_tuned(row.collective)) return found;
  const auto all = sim::nccl::call::available_candidates(bench.plan, carried.call);
  const Candidate* chosen =
      cheapest(all, row.is_fallback ? "" : row.way.algorithm, row.way.protocol);
  if (chosen == nullptr) {
    found.is_replaced = true;
    chosen = cheapest(all, "", "");
  }
  if (chosen == nullptr) return std::nullopt;
  found.decision = sim::nccl::call::decision_for(bench.plan, carried.call, *chosen);
  carried = sim::cost::priced_as(carried.call, *found.decision);
  if (row.way.channels > 0) carried.channels = row.way.channels;
  found.way = {std::string(name_of(chosen->offer.algorithm)),
               std::string(name_of(chosen->offer.protocol)), carried.channels};
  return found;
}

/// 0: the event model has no answer.
double event_us(const Bench& bench, const CallTerms& found, const core::Profile& profile) {
  if (!bench.links) return 0;
  const sim::cost::CostModel cost(bench.machine, whole_parameters(profile, bench.machine.kind));
  const core::Call& call = found.carried.call;
  const sim::nccl::call::Decision decision =
      found.decision
          ? *found.decision
          : sim::nccl::call::pairs_decision(bench.plan, call, bench.connections->pair_channels());
  const sim::machine::CallInput input{bench.plan, *bench.links, *bench.connections,    cost,
                                      call,       decision,     found.gpus_per_process};
  const auto run = found.decision ? sim::machine::run_of(input) : sim::machine::run_of_pairs(input);
  if (run == nullptr) return 0;
  const auto outcome = sim::machine::outcome_of(*run, sim::engine::Shortcuts{});
  return sim::machine::call_us(*run, cost.parameters().values,
                               sim::machine::messages_in_a_row_us(*run, outcome));
}

}  // namespace

std::shared_ptr<const Bench> make_bench(const core::Cluster& cluster, sim::nccl::Plan plan,
                                        const std::string& network) {
  auto machine = sim::cost::machine_of(cluster, plan, network);
  return std::make_shared<Bench>(Bench{cluster, std::move(plan), std::move(machine)});
}

core::Result<std::shared_ptr<const Bench>> make_bench(const core::Cluster& cluster,
                                                      const sim::job::JobSpec& job,
                                                      const std::string& network) {
  if (auto reason = sim::nccl::why_not(cluster.node, job)) return core::fail(*std::move(reason));
  const core::Cluster carried = sim::over_network(cluster, network);
  return make_bench(carried, sim::nccl::make_plan(carried.node, job), network);
}

std::string why_other_ranks(const Bench& bench, const Measurement& measurement) {
  const int ranks = bench.plan.shape.ranks();
  if (measurement.ranks == 0 || measurement.ranks == ranks) return "";
  return fmt::format("a run of {}, the job has {}", core::counted(measurement.ranks, "rank"),
                     ranks);
}

std::string why_other_nodes(const Bench& bench, const Measurement& measurement) {
  const int nodes = measurement.nodes;
  const int gpus = measurement.gpus_per_node;
  const int machines = bench.plan.job.nodes;
  const int ranks = bench.plan.shape.ranks();
  const std::array counts{machines, machines * core::host_count(bench.cluster.node),
                          bench.plan.shape.nodes};
  const auto has_nodes = [&](int count) { return nodes == 0 || nodes == count; };
  const auto has_gpus = [&](int count) { return gpus == 0 || gpus * count == ranks; };
  if (std::ranges::any_of(counts, [&](int count) { return has_nodes(count) && has_gpus(count); })) {
    return "";
  }
  if (std::ranges::none_of(counts, has_nodes)) {
    return fmt::format("a run on {}, the job is on {}", core::counted(nodes, "node"), machines);
  }
  return fmt::format("a run with {} of each node, the job has {}", core::counted(gpus, "GPU"),
                     ranks / machines);
}

std::shared_ptr<const Bench> with_events(const Bench& bench) {
  Bench result = bench;
  result.links = std::make_shared<sim::links::ClassLinks>(
      sim::links::class_links(bench.cluster, bench.plan.job));
  result.connections =
      std::make_shared<sim::nccl::connections::Connections>(bench.cluster, bench.plan);
  return std::make_shared<Bench>(std::move(result));
}

double eager_bytes(const core::Profile& profile, const sim::cost::terms::MachineKind& kind) {
  const auto found =
      profile.parameters.find(name_for(sim::cost::terms::Quantity::EagerLimit, kind));
  return found == profile.parameters.end() ? 0 : found->second.value;
}

std::optional<CallTerms> terms_of(const Bench& bench, const Measurement& measurement,
                                  double eager) {
  if (bench.plan.shape.ranks() < 2) return std::nullopt;
  auto found = carried_of(bench, measurement);
  if (!found) return std::nullopt;
  auto facts = sim::cost::facts_of(bench.plan, bench.machine, found->carried, eager);
  found->gpus_per_process = measurement.gpus_per_process;
  if (found->gpus_per_process > 0) facts.gpus_per_process = found->gpus_per_process;
  auto terms = sim::cost::terms_of(facts, sim::cost::entry_of(found->carried.algorithm));
  if (!terms) return std::nullopt;
  found->terms = *std::move(terms);
  return found;
}

std::optional<Observation> observe(const Bench& bench, const Measurement& measurement,
                                   const core::Profile& profile) {
  const auto time = time_of(measurement);
  if (!time) return std::nullopt;
  auto found = terms_of(bench, measurement, eager_bytes(profile, bench.machine.kind));
  if (!found) return std::nullopt;
  Observation seen;
  seen.collective = measurement.collective;
  seen.forced.algorithm = measurement.is_fallback ? "" : measurement.way.algorithm;
  seen.forced.protocol = measurement.way.protocol;
  seen.series = fmt::format("{} {} {} {}", measurement.id, name_of(measurement.collective),
                            measurement.way.algorithm, measurement.way.protocol);
  seen.id = measurement.id;
  seen.ranks = bench.plan.shape.ranks();
  seen.nodes = bench.plan.shape.nodes;
  seen.bytes = static_cast<double>(measurement.bytes);
  seen.measured_us = time->in_us();
  seen.kind = bench.machine.kind;
  seen.way = found->way;
  seen.is_replaced = found->is_replaced;
  const bool is_choice = seen.forced.algorithm.empty() || seen.is_replaced;
  if (found->decision && is_choice) seen.choice_version = bench.plan.job.nccl_version;
  if (found->decision) seen.nccl_us = static_cast<double>(found->decision->time_us);
  seen.event_us = event_us(bench, *found, profile);
  seen.terms = std::move(found->terms);
  return seen;
}

sim::cost::Parameters whole_parameters(const core::Profile& profile,
                                       const sim::cost::terms::MachineKind& kind) {
  auto parameters = sim::cost::parameters_of(profile, kind);
  TREERING_ASSERT(parameters, "a profile over the shipped one is whole");
  return *std::move(parameters);
}

sim::cost::CallName call_of(const Observation& observation) {
  return {observation.collective, observation.way.algorithm, observation.bytes, observation.nodes,
          observation.ranks};
}

sim::estimates::Estimate estimate_of(const Observation& observation,
                                     const sim::cost::Parameters& parameters) {
  return sim::cost::estimate(observation.terms, parameters, call_of(observation));
}

Rows pointers_to(const std::vector<Observation>& observations) {
  Rows rows;
  for (const Observation& one : observations) rows.push_back(&one);
  return rows;
}

Rows picked(std::span<const Observation* const> rows, const std::vector<std::size_t>& numbers) {
  Rows some;
  for (const std::size_t number : numbers) some.push_back(rows[number]);
  return some;
}

Rows without(std::span<const Observation* const> all, const Rows& some) {
  const std::set<const Observation*> left_out(some.begin(), some.end());  // looked up only
  Rows rest;
  std::ranges::copy_if(all, std::back_inserter(rest),
                       [&](const Observation* row) { return !left_out.contains(row); });
  return rest;
}

std::map<std::string, std::vector<std::size_t>> series_of(
    std::span<const Observation* const> rows) {
  std::map<std::string, std::vector<std::size_t>> result;
  for (std::size_t i = 0; i < rows.size(); ++i) result[rows[i]->series].push_back(i);
  for (auto& [name, list] : result) {
    std::ranges::stable_sort(list, {}, [&](std::size_t i) { return rows[i]->bytes; });
  }
  return result;
}

}  // namespace treering::tuner::calibration
