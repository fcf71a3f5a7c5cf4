#include "sim/machine/outcome.h"

#include <array>
#include <cmath>
#include <memory>

#include "sim/schedule/ring.h"

namespace treering::sim::machine {
namespace {

using schedule::Schedule;

// Nodes without a shorter chunk between those that have some.
constexpr int kLeastEven = 8;
// A ring is long where the shortest of the three has no more than a share of its nodes.
constexpr int kLongEnough = 4;
// Of a time, by which three rings on a line may differ: it comes from rounding.
constexpr double kOnLine = 1e-10;

struct ShortRing {
  int nodes = 0;
  engine::Outcome outcome;
};

ShortRing short_ring(const CallRun& run, int nodes) {
  const int per_node = run.schedule->contract().ranks / run.input.plan.job.nodes;
  nccl::Plan plan = run.input.plan;
  plan.job.nodes = nodes;
  plan.shape.nodes = nodes;
  const auto ring = schedule::shortened(*run.schedule, nodes * per_node);
  const WiringInput input{run.input.node, plan, run.input.spine, run.input.algorithm,
                          run.input.costs};
  const engine::Wiring wiring = wiring_of(input, *ring);
  return {nodes, engine::simulate(*ring, wiring, engine::Shortcuts{})};
}

bool is_eligible(const CallRun& run) {
  const nccl::Plan& plan = run.input.plan;
  return run.input.algorithm == nccl::Algorithm::Ring && run.input.spine.leaves < 2 &&
         run.is_even && plan.job.nodes > 1 && plan.shape.nodes == plan.job.nodes &&
         plan.shape.more_ranks == 0;
}

/// Of the shortest ring; 0: none. Even, as rings may alternate from node to node.
int least_nodes(const CallRun& run) {
  const int shorter = schedule::shorter_chunks(*run.schedule);
  if (shorter == 0) return 0;
  const int per_node = run.schedule->contract().ranks / run.input.plan.job.nodes;
  const int nodes = (shorter + per_node - 1) / per_node + kLeastEven;
  return nodes + nodes % 2;
}

bool are_on_line(const std::array<ShortRing, 3>& rings) {
  const double first = rings[1].outcome.time_us - rings[0].outcome.time_us;
  const double second = rings[2].outcome.time_us - rings[1].outcome.time_us;
  return std::abs(second - first) <= kOnLine * rings[2].outcome.time_us;
}

/// The node of a short ring that stands for one of `nodes`: those at the ends as at its ends, the
/// others as in its middle. Even ones stand for even ones.
int place_in(const ShortRing& ring, int node, int nodes) {
  const int half = ring.nodes / 2;
  if (node < half) return node;
  if (node >= nodes - half) return ring.nodes - (nodes - node);
  return half - (half + node) % 2;
}

/// Each further node adds the same to what links carry.
std::vector<double> carried(const CallRun& run, const std::array<ShortRing, 3>& rings) {
  const std::size_t per_node = run.input.node.links().size();
  const int nodes = run.input.plan.job.nodes;
  const double steps = static_cast<double>(nodes - rings[0].nodes) /
                       static_cast<double>(rings[1].nodes - rings[0].nodes);
  std::vector<double> all;
  for (int node = 0; node < nodes; ++node) {
    const auto first = [&](const ShortRing& ring) {
      return ring.outcome.carried.begin() +
             static_cast<std::ptrdiff_t>(per_node) * place_in(ring, node, nodes);
    };
    const auto shorter = first(rings[0]);
    const auto longer = first(rings[1]);
    for (std::ptrdiff_t link = 0; link < static_cast<std::ptrdiff_t>(per_node); ++link) {
      all.push_back(shorter[link] + steps * (longer[link] - shorter[link]));
    }
  }
  return all;
}

/// Every rank sends in all rounds but the last of each loop.
std::uint64_t messages_of(const Schedule& ring) {
  std::uint64_t messages = 0;
  const auto n = static_cast<std::uint64_t>(ring.contract().ranks);
  for (int id = 0; id < ring.streams(); id += ring.contract().ranks) {
    messages += ring.stream(id).steps / (2 * n - 1) * (2 * n - 2) * n;
  }
  return messages;
}

}  // namespace

std::optional<engine::Outcome> outcome_by_shorter_rings(const CallRun& run) {
  if (!is_eligible(run)) return std::nullopt;
  const int nodes = run.input.plan.job.nodes;
  const int least = least_nodes(run);
  if (least == 0 || least * kLongEnough > nodes) return std::nullopt;
  constexpr int kMore = 4;
  const std::array<ShortRing, 3> rings{short_ring(run, least), short_ring(run, least + kMore),
                                       short_ring(run, least + 2 * kMore)};
  for (const ShortRing& ring : rings) {
    if (!ring.outcome.stuck.empty()) return std::nullopt;
  }
  if (!are_on_line(rings)) return std::nullopt;
  engine::Outcome outcome;
  const double slope = (rings[2].outcome.time_us - rings[0].outcome.time_us) / (2.0 * kMore);
  outcome.time_us = rings[0].outcome.time_us + slope * (nodes - least);
  outcome.transfers = messages_of(*run.schedule);
  for (const ShortRing& ring : rings) outcome.simulated += ring.outcome.simulated;
  outcome.symmetric = outcome.transfers - outcome.simulated;
  outcome.carried = carried(run, rings);
  return outcome;
}

engine::Outcome outcome_of(const CallRun& run, const engine::Shortcuts& shortcuts) {
  if (shortcuts.symmetry && shortcuts.periods) {
    if (auto outcome = outcome_by_shorter_rings(run)) return *std::move(outcome);
  }
  return simulate(*run.schedule, run.wiring, shortcuts);
}

}  // namespace treering::sim::machine
