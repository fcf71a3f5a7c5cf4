#include "bench/event_cost/cases.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/setup/calls.h"
#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "core/topology/edited_topology.h"
#include "core/units.h"
#include "hw/builtin.h"
#include "hw/load_cluster.h"
#include "sim/nccl/rules/call.h"

namespace treering::bench {
namespace {

namespace setup = app::setup;
using core::Call;
using sim::nccl::call::Candidate;

// Beyond that a simulation is a matter of minutes.
constexpr int kMostRanks = 1024;
constexpr int kMostRanksOfPairs = 128;

template <class List>
const auto& one_of(const List& list, std::mt19937_64& random) {
  return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random)];
}

bool happens(double share, std::mt19937_64& random) {
  return std::uniform_real_distribution<double>(0, 1)(random) < share;
}

std::uint64_t drawn_bytes(std::mt19937_64& random) {
  constexpr double kLeast = 3;  // log2
  constexpr double kMost = 32;
  return static_cast<std::uint64_t>(
      std::exp2(std::uniform_real_distribution<double>(kLeast, kMost)(random)));
}

/// Slows all links of one GPU or adapter.
std::string slow_down(core::Topology& node, std::mt19937_64& random) {
  std::vector<core::DeviceId> devices = node.of_kind(core::DeviceKind::Gpu);
  for (const core::DeviceId nic : node.of_kind(core::DeviceKind::Nic)) devices.push_back(nic);
  const core::DeviceId device = one_of(devices, random);
  const double share = one_of(std::vector<double>{0.5, 0.25, 0.1}, random);
  const std::string name = node.device(device).name;
  node = core::with_links(node, [&](core::Link& link) {
    if (link.from != device && link.to != device) return;
    link.bandwidth = core::Bandwidth::from_gb_per_s(share * link.bandwidth.in_gb_per_s());
  });
  return fmt::format("{} of {}", share, name);
}

/// A machine with a job on it.
struct Drawn {
  Comparison row;
  setup::Setup setup;
};

std::optional<Drawn> drawn_job(std::mt19937_64& random) {
  constexpr double kInNetwork = 0.1;
  constexpr double kOneGpu = 0.1;
  constexpr double kFaulty = 0.5;
  setup::JobRequest request;
  request.topology = std::string(one_of(hw::builtin_names(), random));
  request.nodes = one_of(std::vector<int>{1, 1, 1, 2, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128}, random);
  Drawn drawn;
  if (*request.nodes > 1 && happens(kInNetwork, random)) {
    drawn.row.settings = "NCCL_COLLNET_ENABLE=1";
    request.variables.env = {drawn.row.settings};
  } else if (*request.nodes > 1 && happens(kOneGpu, random)) {
    drawn.row.settings = "--gpus-per-node 1";
    request.gpus_per_node = 1;
  }
  auto loaded = hw::load_cluster(request.topology);
  if (!loaded) return std::nullopt;
  if (happens(kFaulty, random)) drawn.row.fault = slow_down(loaded->cluster.node, random);
  auto set_up = setup::set_up(*std::move(loaded), request, setup::Adapters::Used);
  if (!set_up) return std::nullopt;
  drawn.setup = *std::move(set_up);
  setup::carry_over(drawn.setup);
  drawn.row.topology = request.topology;
  drawn.row.nodes = *request.nodes;
  return drawn;
}

/// One of the ways that NCCL has for a collective; nothing: messages between pairs.
std::optional<Candidate> drawn_way(const sim::nccl::Plan& plan, core::Collective collective,
                                   std::mt19937_64& random) {
  if (!sim::nccl::rules::is_tuned(collective)) return std::nullopt;
  std::vector<Candidate> available = sim::nccl::call::candidates(plan, {collective, 8});
  std::erase_if(available, [](const Candidate& one) { return !one.available; });
  if (available.empty()) return std::nullopt;
  return one_of(available, random);
}

/// A call on a machine; messages between pairs have no way to choose.
struct DrawnCall {
  const setup::Setup& on;
  const sim::nccl::Plan& plan;
  Call call;
  std::optional<Candidate> way;
};

/// Fills in the way and the times. Whether both models have one.
bool priced(const DrawnCall& drawn, Comparison& row) {
  const auto& [on, plan, call, way] = drawn;
  std::optional<sim::models::Choice> choice;
  sim::nccl::call::Decision decision;
  row.algorithm = "pairs";
  row.protocol = "Simple";
  if (way) {
    decision = sim::nccl::call::decision_for(plan, call, *way);
    choice.emplace(sim::models::Choice{*way, decision});
    row.algorithm = sim::nccl::name_of(way->offer.algorithm);
    row.protocol = sim::nccl::name_of(way->offer.protocol);
  }
  const auto time = [&](sim::Model which) {
    const auto options = setup::time_model_options({}, which).value();
    return setup::time_model_for(options, on.cluster, plan)
        .estimate(plan, call, choice ? &*choice : nullptr);
  };
  const auto cost = time(sim::Model::Cost);
  const auto event = time(sim::Model::Event);
  if (!cost || !event) return false;
  row.cost_us = cost->time.in_us();
  row.event_us = event->time.in_us();
  return true;
}

}  // namespace

double Comparison::difference() const {
  return std::max(event_us / cost_us, cost_us / event_us) - 1;
}

std::optional<Comparison> draw(std::mt19937_64& random) {
  auto drawn = drawn_job(random);
  if (!drawn) return std::nullopt;
  const auto plan = setup::make_plan(drawn->setup);
  if (!plan || plan->shape.ranks() < 2 || plan->shape.ranks() > kMostRanks) return std::nullopt;
  const core::Collective collective = one_of(core::all_collectives(), random);
  const bool is_tuned = sim::nccl::rules::is_tuned(collective);
  if (!is_tuned && plan->shape.ranks() > kMostRanksOfPairs) return std::nullopt;
  const auto way = drawn_way(*plan, collective, random);
  const auto call = setup::rounded_call({collective, drawn_bytes(random)}, plan->shape.ranks());
  if (!call || way.has_value() != is_tuned) return std::nullopt;
  Comparison& row = drawn->row;
  row.collective = collective;
  row.bytes = call->bytes;
  if (!priced({drawn->setup, *plan, *call, way}, row)) return std::nullopt;
  return row;
}

}  // namespace treering::bench
