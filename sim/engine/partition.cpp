#include "sim/engine/partition.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "sim/engine/connected.h"
#include "sim/engine/network_graph.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {
namespace {

using schedule::mixed;

using Colours = std::vector<std::uint64_t>;

/// Counts different colours, in a table that it keeps. It grows with the colours that differ, which
/// are mostly far fewer than what has them.
class Counter {
 public:
  std::size_t different(const Colours& colours) {
    std::ranges::fill(table_, 0);
    std::size_t count = 0;
    for (const std::uint64_t colour : colours) {
      const std::uint64_t key = colour == 0 ? 1 : colour;
      std::uint64_t& place = find(key);
      if (place == key) continue;
      place = key;
      if (2 * ++count > table_.size()) grow();
    }
    return count;
  }

 private:
  /// Where it is, or is to be.
  std::uint64_t& find(std::uint64_t key) {
    std::size_t at = key & (table_.size() - 1);
    while (table_[at] != 0 && table_[at] != key) at = (at + 1) & (table_.size() - 1);
    return table_[at];
  }
  void grow() {
    const Colours before = std::exchange(table_, Colours(2 * table_.size()));
    for (const std::uint64_t key : before) {
      if (key != 0) find(key) = key;
    }
  }

  Colours table_ = Colours(1024);  // 0: empty
};

/// Those over links that can fill: the others divide nothing, and most cannot. Nothing where all
/// can. Weights are the graph's.
std::optional<Routes> filling(const NetworkGraph& graph) {
  const auto fills = [&](const Routes::Hop& one) { return graph.can_fill[index(one.link)]; };
  const auto count = std::ranges::count_if(graph.routes.hops, fills);
  if (count == std::ssize(graph.routes.hops)) return {};
  Routes routes;
  routes.first_hop.reserve(graph.routes.first_hop.size());
  routes.hops.reserve(static_cast<std::size_t>(count));
  for (std::size_t id = 0; id < graph.connections.size(); ++id) {
    routes.first_hop.push_back(static_cast<std::uint32_t>(routes.hops.size()));
    std::ranges::copy_if(graph.route(id), std::back_inserter(routes.hops), fills);
  }
  routes.first_hop.push_back(static_cast<std::uint32_t>(routes.hops.size()));
  return routes;
}

class Refinement {
 public:
  explicit Refinement(const NetworkGraph& graph)
      : graph_(graph),
        streams_(graph.kinds),
        connections_(graph.connections.size()),
        links_(graph.capacities.size()),
        filling_(filling(graph)) {
    for (std::size_t link = 0; link < links_.size(); ++link) {
      links_[link] =
          graph.can_fill[link] ? std::bit_cast<std::uint64_t>(graph.capacities[link]) : 0;
    }
  }

  /// Returns whether there are no more than `most` classes of streams.
  bool run(std::size_t most) {
    Counter of_streams;
    Counter of_links;
    std::size_t classes = 0;
    for (;;) {
      const std::size_t streams = of_streams.different(streams_);
      if (streams > most) return false;
      const std::size_t now = streams + of_links.different(links_);
      if (now == classes) return true;
      classes = now;
      // Classes are only ever divided: it is enough to count them after every second time, and a
      // count costs as much as a division.
      for (int time = 0; time < 2; ++time) {
        colour_connections();
        colour_links();
        colour_streams();
      }
    }
  }

  const Colours& streams() const { return streams_; }
  const Colours& links() const { return links_; }
  const Colours& connections() const { return connections_; }

 private:
  using Hop = NetworkGraph::Hop;

  std::span<const Hop> hops(std::size_t connection) const {
    return (filling_ ? *filling_ : graph_.routes).of(connection);
  }
  std::uint64_t weight_of(const Hop& hop) const {
    return std::bit_cast<std::uint64_t>(graph_.weight_of(hop));
  }

  /// Their classes follow from those of streams and links.
  void colour_connections() {
    for (std::size_t id = 0; id < connections_.size(); ++id) {
      const NetworkGraph::Connection& one = graph_.connections[id];
      std::uint64_t colour = mixed(graph_.parameters[id], streams_[index(one.sender)]);
      colour = mixed(colour, streams_[index(one.receiver)]);
      std::uint64_t over = 0;  // links in any order
      for (const Hop& hop : hops(id)) over += mixed(links_[index(hop.link)], weight_of(hop));
      connections_[id] = mixed(colour, over);
    }
  }

  void colour_streams() {
    for (std::size_t id = 0; id < streams_.size(); ++id) {
      std::uint64_t colour = streams_[id];
      for (const End end : graph_.sends(id)) colour = mixed(colour, colour_at(end, 1));
      for (const End end : graph_.receives(id)) colour = mixed(colour, colour_at(end, 2));
      streams_[id] = colour;
    }
  }

  std::uint64_t colour_at(End end, std::uint64_t none) const {
    return end < 0 ? none : connections_[index(end)];
  }

  void colour_links() {
    Colours sums(links_.size());
    for (std::size_t id = 0; id < connections_.size(); ++id) {
      for (const Hop& one : hops(id)) {
        sums[index(one.link)] += mixed(connections_[id], weight_of(one));
      }
    }
    for (std::size_t link = 0; link < links_.size(); ++link) {
      if (graph_.can_fill[link]) links_[link] = mixed(links_[link], sums[link]);
    }
  }

  const NetworkGraph& graph_;
  Colours streams_;
  Colours connections_;
  Colours links_;
  std::optional<Routes> filling_;  // nothing: as in the graph
};

/// Numbers by first occurrence; `firsts` gets where that is.
ClassId number_of(std::uint64_t colour, std::int32_t id,
                  std::unordered_map<std::uint64_t, ClassId>& numbers,
                  std::vector<std::int32_t>& firsts) {
  const auto [at, is_new] = numbers.try_emplace(colour, static_cast<ClassId>(firsts.size()));
  if (is_new) firsts.push_back(id);
  return at->second;
}

}  // namespace

Partition partition_of(const NetworkGraph& graph, std::size_t most) {
  Refinement refinement(graph);
  Partition partition;
  if (!refinement.run(most)) return partition;
  partition.of_stream.reserve(refinement.streams().size());
  partition.of_connection.reserve(refinement.connections().size());
  std::unordered_map<std::uint64_t, ClassId> numbers;
  for (std::size_t id = 0; id < refinement.streams().size(); ++id) {
    const ClassId one = number_of(refinement.streams()[id], static_cast<std::int32_t>(id), numbers,
                                  partition.streams);
    partition.of_stream.push_back(static_cast<std::uint32_t>(one));
  }
  numbers.clear();
  for (std::size_t id = 0; id < refinement.connections().size(); ++id) {
    const ClassId one = number_of(refinement.connections()[id], static_cast<std::int32_t>(id),
                                  numbers, partition.connections);
    partition.of_connection.push_back(static_cast<std::uint32_t>(one));
  }
  numbers.clear();
  for (std::size_t link = 0; link < refinement.links().size(); ++link) {
    partition.of_link.push_back(graph.can_fill[link] ? number_of(refinement.links()[link],
                                                                 static_cast<std::int32_t>(link),
                                                                 numbers, partition.links)
                                                     : -1);
  }
  return partition;
}

}  // namespace treering::sim::engine
