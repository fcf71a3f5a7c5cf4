#include "sim/cost/cost_model.h"

#include <algorithm>
#include <vector>

#include "sim/algorithms/registry.h"
#include "sim/cost/terms/term_list.h"
#include "sim/nccl/call/call_schedule.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/rules/launch.h"

namespace treering::sim::cost {

PricedCall priced_as(const core::Call& call, const nccl::call::Decision& decision) {
  PricedCall carried{call, decision.offer.algorithm, decision.offer.protocol, decision.channels,
                     static_cast<double>(decision.chunk_bytes)};
  if (!nccl::rules::is_tuned(call.collective)) carried.algorithm.reset();
  return carried;
}

namespace {

/// How the connections that carry the call are spread over rails, where the fabric has some.
terms::RailUse rails_of(const Machine& machine, const PricedCall& carried, int channels) {
  if (machine.spine.rails < 2) return {};
  if (!carried.algorithm) {
    const auto load = machine.pairs.find(carried.call.collective);
    return load == machine.pairs.end() ? terms::RailUse{} : load->second.rails;
  }
  const bool is_known = machine.network.has(*carried.algorithm);
  return is_known ? machine.network.of(*carried.algorithm, channels).rails : terms::RailUse{};
}

/// The wires of the connections that carry the call.
void set_wires(const Machine& machine, const PricedCall& carried, terms::CallFacts& facts) {
  facts.wires = machine.wires;
  facts.adapters = machine.adapters;
  facts.senders = facts.ranks_per_node;
  const auto& order = order_for(machine, carried.algorithm);
  facts.is_in_order = order.has_value() && carried.algorithm;
  if (!carried.algorithm) {
    const auto load = machine.pairs.find(carried.call.collective);
    if (load != machine.pairs.end()) facts.wires.pairs = load->second;
    facts.is_staged = facts.wires.pairs.staged > 0;
    if (order && order->per_gpu > 0) {
      facts.wires.all_per_gpu = std::min(facts.wires.all_per_gpu, order->per_gpu);
    }
    return;
  }
  if (order) facts.wires.ring_per_gpu = order->per_gpu;
  const auto& inside = machine.inside.at(static_cast<std::size_t>(*carried.algorithm));
  if (!inside.empty()) facts.wires.inside = of_channels(inside, facts.channels);
  const auto& memory = machine.memory.at(static_cast<std::size_t>(*carried.algorithm));
  if (!memory.empty()) facts.wires.memory = of_channels(memory, facts.channels);
  if (!machine.network.has(*carried.algorithm)) return;
  const terms::NetworkWays ways = machine.network.of(*carried.algorithm, facts.channels);
  facts.wires.per_node = ways.gb_per_s;
  facts.wires.way_out = ways.way;
  facts.adapters = ways.nets;
  facts.senders = std::max(ways.senders, 1);
  facts.is_staged = ways.is_staged;
}

CallName call_name(const nccl::Plan& plan, const PricedCall& carried) {
  return {carried.call.collective, carried.algorithm ? nccl::name_of(*carried.algorithm) : "",
          static_cast<double>(carried.call.bytes), plan.shape.nodes, plan.shape.ranks()};
}

PayloadOf payload_of(const terms::CallFacts& facts) {
  return {facts.bytes, terms::payload_share(facts.protocol)};
}

/// How NCCL cuts messages between pairs.
void set_parts(const nccl::Plan& plan, const Machine& machine, const core::Call& call,
               terms::CallFacts& facts) {
  const std::uint64_t message = nccl::call::contract_of(call, plan.shape.ranks()).block_bytes;
  const nccl::call::PairParts parts = nccl::call::pair_parts(plan, machine.pair_channels, message);
  facts.protocol = parts.protocol;
  facts.chunk_bytes = static_cast<double>(parts.chunk_bytes);
  facts.pair_channels = parts.channels;
  if (call.collective == core::Collective::SendRecv) return;
  const double wanted = static_cast<double>(parts.most_channels) * plan.shape.ranks();
  facts.pair_turns = std::max(1.0, wanted / machine.pair_channels.channels);
}

}  // namespace

const algorithms::Entry* entry_of(std::optional<nccl::Algorithm> algorithm) {
  return algorithm ? &algorithms::entry_of(*algorithm) : nullptr;
}

namespace {

/// Whether the only hop that a ring leaves out, between the root and the end of the way, is one
/// between nodes, on each of the channels.
bool skips_network_hop(const nccl::Plan& plan, const PricedCall& carried) {
  const int root = carried.call.root;
  const int node = plan.channels.node_of(root);
  const bool is_reduce = carried.call.collective == core::Collective::Reduce;
  for (int channel = 0; channel < std::min(carried.channels, plan.channels.count()); ++channel) {
    const auto next = [&](int rank) { return plan.channels.next_in_ring(channel, rank); };
    bool leaves_node = plan.channels.node_of(next(root)) != node;
    if (!is_reduce) {
      leaves_node = true;
      for (int rank = 0; rank < plan.shape.ranks(); ++rank) {
        if (plan.channels.node_of(rank) == node && next(rank) == root) leaves_node = false;
        if (rank > root + plan.channels.machine_ranks()) break;
      }
    }
    if (!leaves_node) return false;
  }
  return true;
}

}  // namespace

terms::CallFacts facts_of(const nccl::Plan& plan, const Machine& machine, const PricedCall& carried,
                          double eager_bytes) {
  terms::CallFacts facts;
  facts.collective = carried.call.collective;
  facts.protocol = carried.protocol;
  facts.bytes = static_cast<double>(carried.call.bytes);
  // What channels cost messages between pairs is in the latency of their first one.
  facts.channels = carried.algorithm ? std::max(carried.channels, 1) : 1;
  facts.chunk_bytes = carried.chunk_bytes;
  if (!carried.algorithm) set_parts(plan, machine, carried.call, facts);
  const nccl::communicator::CommunicatorView view = view_of(plan);
  facts.queues_channels = view.version.schedule.queues_work_by_channel;
  facts.buffer_steps = view.version.schedule.buffer_steps;
  facts.step_bytes = nccl::rules::payload_of_steps(view, facts.protocol, 1);
  facts.nodes = plan.shape.nodes;
  facts.ranks_per_node = std::max(plan.shape.ranks_per_node, 1);
  facts.gpus_per_process = std::clamp(plan.job.gpus_per_process, 1, facts.ranks_per_node);
  facts.spine = machine.spine;
  if (facts.nodes > 1 && nccl::rules::is_rooted(carried.call.collective) &&
      carried.algorithm == nccl::Algorithm::Ring) {
    facts.skips_network_hop = skips_network_hop(plan, carried);
  }
  facts.turns_inside_nodes =
      facts.ranks_per_node > 1 && plan.graphs.tree.pattern != nccl::Pattern::Tree;
  facts.rails = rails_of(machine, carried, facts.channels);
  set_wires(machine, carried, facts);
  facts.eager_bytes = eager_bytes;
  facts.has_nvlink = machine.kind.link != "pcie";
  // POWER9's host bridges pass peer-to-peer traffic at full rate; x86 ones do not.
  const nccl::PathType to_ports =
      machine.rings_in_order ? machine.rings_in_order->network_type : plan.graphs.ring.type_inter;
  facts.has_far_ports = facts.nodes > 1 && plan.facts.cpu_arch == nccl::CpuArch::X86 &&
                        to_ports >= nccl::PathType::Phb;
  facts.has_sockets = machine.kind.network == kSockets;
  // What their threads copy is far below what a channel passes through memory.
  if (facts.has_sockets) facts.is_staged = false;
  return facts;
}

std::optional<terms::Terms> terms_of(const terms::CallFacts& facts,
                                     const algorithms::Entry* algorithm) {
  if (algorithm == nullptr) return terms::peer_terms(facts);
  if (algorithm->terms == nullptr) return std::nullopt;
  return algorithm->terms(facts);
}

bool prices_channels(terms::CallFacts facts, const algorithms::Entry* algorithm) {
  if (!terms_of(facts, algorithm)) return false;
  facts.wires.per_node = 0;  // the network's share of a channel is another matter
  const auto amount_with = [&](int channels) {
    facts.channels = channels;
    double sum = 0;
    const auto terms = terms_of(facts, algorithm);
    for (const terms::Term& term : *terms) {
      if (term.part == terms::Part::Transfer) sum += term.amount;
    }
    return sum;
  };
  return amount_with(1) != amount_with(2);
}

bool CostModel::prices_channels(const nccl::Plan& plan, const PricedCall& carried) const {
  const double eager = parameters_.values[terms::Quantity::EagerLimit];
  return cost::prices_channels(facts_of(plan, machine_, carried, eager),
                               entry_of(carried.algorithm));
}

std::optional<Estimate> CostModel::estimate(const nccl::Plan& plan,
                                            const PricedCall& carried) const {
  if (plan.shape.ranks() < 2) return Estimate{};
  const double eager = parameters_.values[terms::Quantity::EagerLimit];
  const auto terms =
      terms_of(facts_of(plan, machine_, carried, eager), entry_of(carried.algorithm));
  if (!terms) return std::nullopt;
  return cost::estimate(*terms, parameters_, call_name(plan, carried));
}

std::optional<WireLimit> wire_limit_of(const nccl::Plan& plan, const Machine& machine,
                                       const PricedCall& carried) {
  if (plan.shape.ranks() < 2) return std::nullopt;
  const terms::CallFacts facts = facts_of(plan, machine, carried, 0);
  const auto terms = terms_of(facts, entry_of(carried.algorithm));
  if (!terms) return std::nullopt;
  return wire_limit(*terms, payload_of(facts));
}

std::optional<Ceiling> CostModel::ceiling(const nccl::Plan& plan, const PricedCall& carried) const {
  if (plan.shape.ranks() < 2) return std::nullopt;
  const double eager = parameters_.values[terms::Quantity::EagerLimit];
  const terms::CallFacts facts = facts_of(plan, machine_, carried, eager);
  const auto terms = terms_of(facts, entry_of(carried.algorithm));
  if (!terms) return std::nullopt;
  Ceiling result = cost::ceiling(*terms, parameters_, call_name(plan, carried), payload_of(facts));
  // Nothing measured tells what sockets reach of the ports: threads have always been the limit.
  if (facts.has_sockets && facts.nodes > 1) result.reached.reset();
  return result;
}

}  // namespace treering::sim::cost
