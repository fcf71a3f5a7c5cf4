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
  const Partition& partition = *fold.partition;
  std::vector<std::size_t> numbers(partition.connections.size());
  std::size_t next = 0;
  for (const ConnectionId first : fold.connections) {
    numbers[index(partition.class_of_connection(first))] = next++;
  }
  whole.carried.resize(fold.links);
  whole.payload.resize(fold.links);
  whole.traffic.reserve(partition.of_connection.size());
  for (std::size_t id = 0; id < partition.of_connection.size(); ++id) {
    const Traffic& traffic = folded.traffic[numbers[partition.of_connection[id]]];
    whole.traffic.push_back(traffic);
    whole.transfers += traffic.messages;
    for (const Routes::Hop& one : fold.routes.of(id)) {
      whole.carried[index(one.link)] += traffic.bytes * fold.routes.weight_of(one);
      whole.payload[index(one.link)] += traffic.bytes * fold.times[id];
    }
  }
}

std::vector<ConnectionId> first_connections(const NetworkGraph& graph, const Partition& partition) {
  std::vector<ConnectionId> firsts;
  std::vector<bool> is_known(partition.connections.size());
  for (const schedule::StreamId stream : partition.streams) {
    for (const End end : graph.sends(index(stream))) {
      if (end < 0) continue;
      const std::size_t one = index(partition.class_of_connection(end));
      if (!is_known[one]) firsts.push_back(end);
      is_known[one] = true;
    }
  }
  return firsts;
}

}  // namespace

std::optional<Fold> fold(const schedule::Schedule& schedule, const Wiring& wiring) {
  if (schedule.streams() <= kFewStreams) return {};
  NetworkGraph graph = network_graph(schedule, wiring);
  Partition partition =
      partition_of(graph, static_cast<std::size_t>(kMostClasses * schedule.streams()));
  if (partition.streams.empty()) return {};
  Fold fold;
  fold.quotient = quotient_of(schedule, wiring, graph, partition);
  fold.connections = first_connections(graph, partition);
  fold.links = graph.capacities.size();
  fold.routes = std::move(graph.routes);
  fold.times = std::move(graph.times);
  partition.of_link = {};
  partition.links = {};
  fold.partition = std::make_shared<const Partition>(std::move(partition));
  return fold;
}

Outcome unfolded(const Fold& fold, const Outcome& outcome, bool keeps_ends) {
  Outcome whole;
  whole.time_us = outcome.time_us;
  whole.simulated = outcome.simulated;
  if (keeps_ends) {
    whole.ends_us.reserve(fold.partition->of_stream.size());
    for (std::size_t id = 0; id < fold.partition->of_stream.size(); ++id) {
      whole.ends_us.push_back(outcome.ends_us[fold.partition->of_stream[id]]);
    }
  }
  add_traffic(fold, outcome, whole);
  whole.periodic = outcome.periodic;  // of the streams that were simulated
  whole.symmetric = whole.transfers - whole.simulated - whole.periodic;
  std::vector<bool> is_stuck(fold.partition->streams.size());
  for (const schedule::StreamId one : outcome.stuck) is_stuck[index(one)] = true;
  for (std::size_t id = 0; id < fold.partition->of_stream.size(); ++id) {
    if (!is_stuck[fold.partition->of_stream[id]]) continue;
    whole.stuck.push_back(static_cast<schedule::StreamId>(id));
  }
  return whole;
}

}  // namespace treering::sim::engine
