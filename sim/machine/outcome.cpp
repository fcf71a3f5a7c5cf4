#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "sim/engine/observer.h"
#include "sim/engine/ring_track.h"
#include "sim/engine/rotation.h"
#include "sim/engine/unshared_ring.h"
#include "sim/machine/call_run.h"
#include "sim/schedule/ring.h"

namespace treering::sim::machine {
namespace {

using engine::RingTimes;
using schedule::Schedule;

// Nodes and ranks without a shorter chunk between those that have some.
constexpr int kLeastEven = 8;
constexpr int kLeastEvenRanks = 48;
// A ring is long where the short one has no more than this part of its nodes.
constexpr int kLongEnough = 4;
constexpr int kTurn = 2;
// Of a time: it comes from rounding.
constexpr double kSame = 1e-10;
// Messages that are simulated in half a second, and all steps of which are recorded.
constexpr std::uint64_t kMany = 2'000'000;

/// Two nodes further, as rings may alternate from node to node.
engine::Turn turn_of(const Schedule& ring, int nodes) {
  const int ranks = ring.contract().ranks;
  const int onward = kTurn * ranks / nodes;
  engine::Turn turn;
  turn.onward = [=](schedule::StreamId id) {
    return id / ranks * ranks + (id % ranks + onward) % ranks;
  };
  const schedule::StepIndex rounds = 2 * static_cast<schedule::StepIndex>(ranks) - 1;
  turn.loops = schedule::loops_of(ring);
  turn.steps =
      ring.stream(0).steps / (turn.loops * rounds) * static_cast<schedule::StepIndex>(onward);
  for (schedule::StreamId first = 0; first < ring.streams(); first += ranks) {
    for (int rank = 0; rank < onward; ++rank) turn.place.push_back(first + rank);
  }
  turn.places = nodes / kTurn;
  return turn;
}

int ranks_per_node(const CallRun& run) {
  return run.schedule->contract().ranks / run.input.links.nodes();
}

/// As many nodes of the ring as are left.
class ShortRing {
 public:
  ShortRing(const CallRun& run, int nodes, engine::Observer* observer)
      : nodes_(nodes),
        ring_(schedule::shortened(*run.schedule, nodes * ranks_per_node(run))),
        wiring_(wiring_of({run.input.links.of_equal(nodes), run.input.connections, run.input.spine,
                           run.input.algorithm, run.input.costs},
                          *ring_)),
        outcome_(engine::simulate(*ring_, wiring_, engine::Shortcuts{}, observer)) {}
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
  std::unique_ptr<Schedule> ring_;
  engine::Wiring wiring_;
  engine::Outcome outcome_;
};

/// Whether shorter rings of the kind can be made.
bool can_be_shortened(const CallRun& run) {
  return !run.input.spine.has_effect() && run.is_even && run.input.links.nodes() > 1 &&
         run.is_machine_a_node && schedule::shorter_chunks(*run.schedule) > 0 &&
         schedule::loops_of(*run.schedule) > 0;
}

/// Whether ranks do not all the same: else symmetry has little left to be simulated.
bool is_uneven(const CallRun& run) {
  return !run.is_even || schedule::shorter_chunks(*run.schedule) > 0;
}

/// Nodes without a shorter chunk in the shortest ring, at its begin.
int even_nodes(int per_node) {
  return std::max(kLeastEven, kLeastEvenRanks / per_node);
}

/// Of the shortest ring. Even, as rings may alternate from node to node.
int least_nodes(const CallRun& run) {
  const int shorter = schedule::shorter_chunks(*run.schedule);
  const int per_node = ranks_per_node(run);
  const int nodes = (shorter + per_node - 1) / per_node + even_nodes(per_node);
  return nodes + nodes % 2;
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

std::optional<RingTimes> time_by_shorter_rings(const CallRun& run, engine::Observer* observer) {
  const int nodes = run.input.links.nodes();
  const int least = least_nodes(run);
  if (least * kLongEnough > nodes) return std::nullopt;
  engine::PartOfWork blind(observer, 0, 1);
  const std::array<ShortRing, 2> rings{ShortRing(run, least, &blind),
                                       ShortRing(run, least + kTurn, &blind)};
  const auto turn = rings[0].turn_us(observer);
  if (!turn) return std::nullopt;
  const double time = rings[0].outcome().time_us;
  const double longer = rings[1].outcome().time_us;
  // A ring with as many more nodes as a turn has takes twice as many rounds more in each loop.
  if (std::abs(time + kTurn * *turn - longer) > kSame * longer) return std::nullopt;
  return RingTimes{time + *turn * (nodes - least),
                   rings[0].outcome().simulated + rings[1].outcome().simulated};
}

std::optional<RingTimes> long_time(const CallRun& run, engine::Observer* observer) {
  if (messages_of(*run.schedule) > kMany) {
    const auto times = unshared_times(*run.schedule, run.wiring, ranks_per_node(run), observer);
    if (times) return times;
  }
  return can_be_shortened(run) ? time_by_shorter_rings(run, observer) : std::nullopt;
}

void add_traffic(const CallRun& run, engine::Outcome& outcome) {
  outcome.carried.resize(run.wiring.capacities.size());
  outcome.payload.resize(run.wiring.capacities.size());
  for (schedule::StreamId id = 0; id < run.schedule->streams(); ++id) {
    const auto bytes = static_cast<double>(schedule::sent_bytes(*run.schedule, id));
    if (bytes <= 0) continue;
    for (const engine::Crossing& one : run.wiring.wire(id, 0).route) {
      outcome.carried[static_cast<std::size_t>(one.link)] += bytes * one.weight;
      outcome.payload[static_cast<std::size_t>(one.link)] += bytes;
    }
  }
}

}  // namespace

std::optional<engine::Outcome> outcome_of_long_ring(const CallRun& run,
                                                    engine::Observer* observer) {
  const bool is_ring = run.input.algorithm == nccl::Algorithm::Ring &&
                       run.schedule->contract().goal == schedule::Goal::AllReduce;
  if (!is_ring || !is_uneven(run)) return std::nullopt;
  const auto time = long_time(run, observer);
  if (!time) return std::nullopt;
  engine::Outcome outcome;
  outcome.time_us = time->us;
  outcome.longest_us = time->us;
  outcome.transfers = messages_of(*run.schedule);
  outcome.simulated = time->computed;
  outcome.symmetric = outcome.transfers - outcome.simulated;
  add_traffic(run, outcome);
  return outcome;
}

engine::Outcome outcome_of(const CallRun& run, const engine::Shortcuts& shortcuts) {
  if (shortcuts.symmetry && shortcuts.periods) {
    if (auto outcome = outcome_of_long_ring(run)) return *std::move(outcome);
  }
  return simulate(*run.schedule, run.wiring, shortcuts);
}

}  // namespace treering::sim::machine
