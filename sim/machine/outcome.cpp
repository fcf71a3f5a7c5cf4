#include "sim/machine/outcome.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "sim/engine/rotation.h"
#include "sim/schedule/ring.h"

namespace treering::sim::machine {
namespace {

using schedule::Schedule;

// Nodes and ranks without a shorter chunk between those that have some.
constexpr int kLeastEven = 8;
constexpr int kLeastEvenRanks = 48;
// A ring is long where the short one has no more than this part of its nodes.
constexpr int kLongEnough = 4;
constexpr int kTurn = 2;
// Of a time: it comes from rounding.
constexpr double kSame = 1e-10;

/// Two nodes further, as rings may alternate from node to node.
engine::Turn turn_of(const Schedule& ring, int nodes) {
  const int ranks = ring.contract().ranks;
  const int onward = kTurn * ranks / nodes;
  engine::Turn turn;
  turn.onward = [=](schedule::StreamId id) {
    return id / ranks * ranks + (id % ranks + onward) % ranks;
  };
  const schedule::StepIndex rounds = 2 * static_cast<schedule::StepIndex>(ranks) - 1;
  turn.steps = ring.stream(0).steps / rounds * static_cast<schedule::StepIndex>(onward);
  for (schedule::StreamId first = 0; first < ring.streams(); first += ranks) {
    for (int rank = 0; rank < onward; ++rank) turn.place.push_back(first + rank);
  }
  turn.places = nodes / kTurn;
  return turn;
}

/// As many nodes of the ring as are left.
class ShortRing {
 public:
  ShortRing(const CallRun& run, int nodes, engine::Observer* observer)
      : nodes_(nodes),
        plan_(run.input.plan),
        ring_(schedule::shortened(
            *run.schedule, nodes * run.schedule->contract().ranks / run.input.plan.job.nodes)) {
    plan_.job.nodes = nodes;
    plan_.shape.nodes = nodes;
    wiring_ = wiring_of({run.input.links.of_equal(nodes), plan_, run.input.spine,
                         run.input.algorithm, run.input.costs},
                        *ring_);
    outcome_ = engine::simulate(*ring_, wiring_, engine::Shortcuts{}, observer);
  }
  ShortRing(const ShortRing&) = delete;  // the wiring refers to the ring
  ShortRing& operator=(const ShortRing&) = delete;
  ShortRing(ShortRing&&) = delete;
  ShortRing& operator=(ShortRing&&) = delete;
  ~ShortRing() = default;

  int nodes() const { return nodes_; }
  const engine::Outcome& outcome() const { return outcome_; }
  std::optional<double> turn_us(const engine::Observer* observer) const {
    return engine::turn_us(*ring_, wiring_, turn_of(*ring_, nodes_), observer);
  }

 private:
  int nodes_;
  nccl::Plan plan_;
  std::unique_ptr<Schedule> ring_;
  engine::Wiring wiring_;
  engine::Outcome outcome_;
};

bool has_one_loop(const Schedule& ring) {
  const auto rounds = 2 * static_cast<schedule::StepIndex>(ring.contract().ranks) - 1;
  constexpr schedule::StepIndex kMostSlices = 2;
  for (int id = 0; id < ring.streams(); id += ring.contract().ranks) {
    if (ring.stream(id).steps > kMostSlices * rounds) return false;
  }
  return true;
}

bool is_eligible(const CallRun& run) {
  const nccl::Plan& plan = run.input.plan;
  return run.input.algorithm == nccl::Algorithm::Ring && run.input.spine.leaves < 2 &&
         run.is_even && plan.job.nodes > 1 && plan.shape.nodes == plan.job.nodes &&
         plan.shape.more_ranks == 0 && has_one_loop(*run.schedule);
}

/// Nodes without a shorter chunk in the shortest ring, at its begin.
int even_nodes(int per_node) {
  return std::max(kLeastEven, kLeastEvenRanks / per_node);
}

/// Of the shortest ring; 0: none. Even, as rings may alternate from node to node.
int least_nodes(const CallRun& run) {
  const int shorter = schedule::shorter_chunks(*run.schedule);
  if (shorter == 0) return 0;
  const int per_node = run.schedule->contract().ranks / run.input.plan.job.nodes;
  const int nodes = (shorter + per_node - 1) / per_node + even_nodes(per_node);
  return nodes + nodes % 2;
}

/// Where nodes are left out.
struct Cut {
  int nodes = 0;  // of the whole ring
  int at = 0;     // amid those without shorter chunks
};

/// The node of a short ring that stands for one of the whole: those before and after the cut as
/// there, the others as at it. Even ones stand for even ones.
int place_in(const ShortRing& ring, int node, const Cut& cut) {
  if (node < cut.at) return node;
  const int after = ring.nodes() - (cut.nodes - node);
  return after >= cut.at ? after : cut.at - (cut.at + node) % 2;
}

using BytesByLink = std::vector<double> engine::Outcome::*;

/// Each further node adds the same to what links carry.
std::vector<double> carried(const CallRun& run, const std::array<ShortRing, 2>& rings,
                            BytesByLink bytes) {
  const std::size_t per_node = run.input.links.node(0).links().size();
  const int nodes = run.input.plan.job.nodes;
  const Cut cut{nodes, even_nodes(run.schedule->contract().ranks / nodes) / 2};
  const double steps = static_cast<double>(nodes - rings[0].nodes()) / kTurn;
  std::vector<double> all;
  for (int node = 0; node < nodes; ++node) {
    const auto first = [&](const ShortRing& ring) {
      return (ring.outcome().*bytes).begin() +
             static_cast<std::ptrdiff_t>(per_node) * place_in(ring, node, cut);
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

std::optional<engine::Outcome> outcome_by_shorter_rings(const CallRun& run,
                                                        engine::Observer* observer) {
  if (!is_eligible(run)) return std::nullopt;
  const int nodes = run.input.plan.job.nodes;
  const int least = least_nodes(run);
  if (least == 0 || least * kLongEnough > nodes) return std::nullopt;
  const std::array<ShortRing, 2> rings{ShortRing(run, least, observer),
                                       ShortRing(run, least + kTurn, observer)};
  const auto turn = rings[0].turn_us(observer);
  if (!turn) return std::nullopt;
  const double time = rings[0].outcome().time_us;
  const double longer = rings[1].outcome().time_us;
  // A ring with as many more nodes as a turn has takes twice as many rounds more.
  if (std::abs(time + kTurn * *turn - longer) > kSame * longer) return std::nullopt;
  engine::Outcome outcome;
  outcome.time_us = time + *turn * (nodes - least);
  outcome.transfers = messages_of(*run.schedule);
  for (const ShortRing& ring : rings) outcome.simulated += ring.outcome().simulated;
  outcome.symmetric = outcome.transfers - outcome.simulated;
  outcome.carried = carried(run, rings, &engine::Outcome::carried);
  outcome.payload = carried(run, rings, &engine::Outcome::payload);
  return outcome;
}

engine::Outcome outcome_of(const CallRun& run, const engine::Shortcuts& shortcuts) {
  if (shortcuts.symmetry && shortcuts.periods) {
    if (auto outcome = outcome_by_shorter_rings(run)) return *std::move(outcome);
  }
  return simulate(*run.schedule, run.wiring, shortcuts);
}

}  // namespace treering::sim::machine
