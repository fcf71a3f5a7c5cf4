#include "sim/engine/network_graph.h"

#include <bit>
#include <utility>

#include "core/compact_sequences.h"
#include "sim/engine/connected.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {
namespace {

using schedule::mixed;
using schedule::Peer;
using schedule::Stream;
using schedule::StreamId;

std::uint64_t bits_of(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

std::uint64_t parameters_of(const Wire& wire) {
  return schedule::hash_of({bits_of(wire.rate), bits_of(wire.latency_us),
                            static_cast<std::uint64_t>(wire.is_posted), bits_of(wire.network_rate),
                            bits_of(wire.head)});
}

/// A connection carries one message at a time, at this rate at most.
double most_of(const Wire& wire) {
  return wire.is_posted ? wire.network_rate : wire.rate;
}

class Builder {
 public:
  Builder(const schedule::Schedule& schedule, const Wiring& wiring)
      : schedule_(schedule), wiring_(wiring), most_(wiring.capacities.size()) {}

  NetworkGraph build() {
    graph_.capacities = wiring_.capacities;
    graph_.kinds.reserve(index(schedule_.streams()));
    graph_.ports.reserve(index(schedule_.streams()) + 1);
    for (StreamId id = 0; id < schedule_.streams(); ++id) add_stream(id);
    graph_.ports.push_back({end_of(graph_.ends), end_of(graph_.ends)});
    graph_.routes.first_hop.push_back(end_of(graph_.routes.hops));
    join_receives();
    fit();
    for (std::size_t link = 0; link < most_.size(); ++link) {
      graph_.can_fill.push_back(most_[link] > graph_.capacities[link] * kSure);
    }
    return std::move(graph_);
  }

 private:
  // As in FairShare: sums of rates are not exact.
  static constexpr double kSure = 1 - 1e-9;

  template <class Value>
  static std::uint32_t end_of(const std::vector<Value>& all) {
    return static_cast<std::uint32_t>(all.size());
  }

  /// How many connections and crossings there would be was not known.
  void fit() {
    graph_.parameters.fit();
    graph_.times.fit();
    graph_.routes.weights = weights_.take();
    graph_.ends.shrink_to_fit();
    graph_.connections.shrink_to_fit();
    graph_.routes.first_hop.shrink_to_fit();
    graph_.routes.hops.shrink_to_fit();
  }

  void add_stream(StreamId id) {
    const Stream stream = schedule_.stream(id);
    const double start = wiring_.start_us ? wiring_.start_us(id) : 0;
    const double rate = wiring_.local_rates ? wiring_.local_rates(id) : wiring_.local_rate;
    graph_.kinds.push_back(mixed(mixed(schedule_.kind(id), bits_of(start)), bits_of(rate)));
    NetworkGraph::Ports ports{end_of(graph_.ends), 0};
    for (std::size_t port = 0; port < stream.sends.size(); ++port) {
      const Peer peer = stream.sends[port];
      graph_.ends.push_back(peer == schedule::kNoPeer ? -1 : add_connection(id, port, peer));
    }
    ports.first_receive = end_of(graph_.ends);
    for (const Peer& peer : stream.receives) {
      froms_.push_back(peer);
      graph_.ends.push_back(-1);
    }
    graph_.ports.push_back(ports);
  }

  ConnectionId add_connection(StreamId sender, std::size_t port, const Peer& peer) {
    const Wire wire = wiring_.wire(sender, static_cast<int>(port));
    std::uint64_t parameters = parameters_of(wire);
    if (!schedule_.uses_all_ports()) {
      parameters = mixed(mixed(parameters, port), static_cast<std::uint64_t>(peer.port));
    }
    graph_.connections.push_back({sender, peer.stream});
    graph_.parameters.push_back(parameters);
    graph_.times.push_back(wire.times);
    graph_.routes.first_hop.push_back(end_of(graph_.routes.hops));
    for (const Crossing& one : wire.route) {
      graph_.routes.hops.push_back({one.link, weights_.number_of(one.weight)});
      most_[index(one.link)] += most_of(wire) * one.weight;
    }
    return static_cast<ConnectionId>(graph_.connections.size() - 1);
  }

  void join_receives() {
    std::size_t next = 0;
    for (std::size_t stream = 0; stream + 1 < graph_.ports.size(); ++stream) {
      const std::size_t last = graph_.ports[stream + 1].first_send;
      for (std::size_t end = graph_.ports[stream].first_receive; end < last; ++end) {
        const Peer& from = froms_[next++];
        if (from == schedule::kNoPeer) continue;
        graph_.ends[end] = graph_.sends(index(from.stream))[index(from.port)];
      }
    }
  }

  const schedule::Schedule& schedule_;
  const Wiring& wiring_;
  NetworkGraph graph_;
  std::vector<double> most_;  // bytes/us on each link
  std::vector<Peer> froms_;
  core::Numbers<double> weights_;
};

}  // namespace

NetworkGraph network_graph(const schedule::Schedule& schedule, const Wiring& wiring) {
  return Builder(schedule, wiring).build();
}

}  // namespace treering::sim::engine
