#include "sim/engine/fold.h"

#include <utility>

#include "sim/engine/connected.h"

namespace treering::sim::engine {
namespace {

// With more classes than this share of the streams, refinement would cost more than it saves.
constexpr double kMostClasses = 0.6;
// So few are simulated before they are folded.
constexpr int kFewStreams = 4;

void add_traffic(const Fold& fold, const Outcome& folded, Outcome& whole) {
  std::vector<std::size_t> numbers(fold.partition.connections.size());
  std::size_t next = 0;
  for (const ConnectionId first : first_connections(fold)) {
    numbers[index(fold.partition.of_connection[index(first)])] = next++;
  }
  whole.carried.resize(fold.graph.capacities.size());
  whole.payload.resize(fold.graph.capacities.size());
  whole.traffic.reserve(fold.graph.connections.size());
  for (std::size_t id = 0; id < fold.graph.connections.size(); ++id) {
    const Traffic& traffic = folded.traffic[numbers[index(fold.partition.of_connection[id])]];
    whole.traffic.push_back(traffic);
    whole.transfers += traffic.messages;
    const int times = fold.graph.wire_of(fold.graph.connections[id]).times;
    for (const NetworkGraph::Hop& one : fold.graph.route(id)) {
      whole.carried[index(one.link)] += traffic.bytes * fold.graph.weight_of(one);
      whole.payload[index(one.link)] += traffic.bytes * times;
    }
  }
}

}  // namespace

std::vector<ConnectionId> first_connections(const Fold& fold) {
  std::vector<ConnectionId> firsts;
  std::vector<bool> is_known(fold.partition.connections.size());
  for (const schedule::StreamId stream : fold.partition.streams) {
    for (const End end : fold.graph.sends(index(stream))) {
      if (end < 0) continue;
      const std::size_t one = index(fold.partition.of_connection[index(end)]);
      if (!is_known[one]) firsts.push_back(end);
      is_known[one] = true;
    }
  }
  return firsts;
}

std::optional<Fold> fold(const schedule::Schedule& schedule, const Wiring& wiring) {
  if (schedule.streams() <= kFewStreams) return {};
  Fold fold;
  fold.graph = network_graph(schedule, wiring);
  fold.partition =
      partition_of(fold.graph, static_cast<std::size_t>(kMostClasses * schedule.streams()));
  if (fold.partition.streams.empty()) return {};
  fold.quotient = quotient_of(schedule, wiring, fold.graph, fold.partition);
  return fold;
}

Outcome unfolded(const Fold& fold, const Outcome& outcome, bool keeps_ends) {
  Outcome whole;
  whole.time_us = outcome.time_us;
  whole.simulated = outcome.simulated;
  if (keeps_ends) {
    whole.ends_us.reserve(fold.partition.of_stream.size());
    for (const ClassId one : fold.partition.of_stream) {
      whole.ends_us.push_back(outcome.ends_us[index(one)]);
    }
  }
  add_traffic(fold, outcome, whole);
  whole.periodic = outcome.periodic;  // of the streams that were simulated
  whole.symmetric = whole.transfers - whole.simulated - whole.periodic;
  std::vector<bool> is_stuck(fold.partition.streams.size());
  for (const schedule::StreamId one : outcome.stuck) is_stuck[index(one)] = true;
  for (std::size_t id = 0; id < fold.partition.of_stream.size(); ++id) {
    if (!is_stuck[index(fold.partition.of_stream[id])]) continue;
    whole.stuck.push_back(static_cast<schedule::StreamId>(id));
  }
  return whole;
}

}  // namespace treering::sim::engine
