#include "sim/engine/partition.h"

#include <algorithm>
#include <bit>
#include <span>
#include <unordered_map>

#include "sim/engine/connected.h"
#include "sim/schedule/kind.h"

namespace treering::sim::engine {
namespace {

using schedule::mixed;

using Colours = std::vector<std::uint64_t>;

/// Counts different colours, in a table that it keeps.
class Counter {
 public:
  explicit Counter(std::size_t most) : table_(std::bit_ceil(2 * most + 2)) {}

  std::size_t different(const Colours& colours) {
    std::ranges::fill(table_, 0);
    std::size_t count = 0;
    for (const std::uint64_t colour : colours) {
      const std::uint64_t key = colour == 0 ? 1 : colour;
      std::size_t at = key & (table_.size() - 1);
      while (table_[at] != 0 && table_[at] != key) at = (at + 1) & (table_.size() - 1);
      if (table_[at] == key) continue;
      table_[at] = key;
      ++count;
    }
    return count;
  }

 private:
  Colours table_;
};

class Refinement {
 public:
  explicit Refinement(const NetworkGraph& graph)
      : graph_(graph),
        streams_(graph.kinds),
        connections_(graph.connections.size()),
        links_(graph.capacities.size()) {
    for (std::size_t link = 0; link < links_.size(); ++link) {
      links_[link] =
          graph.can_fill[link] ? std::bit_cast<std::uint64_t>(graph.capacities[link]) : 0;
    }
    first_hop_.reserve(connections_.size() + 1);
    // The others divide nothing, and most cannot fill.
    for (std::size_t id = 0; id < connections_.size(); ++id) {
      first_hop_.push_back(static_cast<std::uint32_t>(hops_.size()));
      for (const Hop& one : graph.route(id)) {
        if (graph.can_fill[index(one.link)]) hops_.push_back(one);
      }
    }
    first_hop_.push_back(static_cast<std::uint32_t>(hops_.size()));
  }

  /// Returns whether there are no more than `most` classes of streams.
  bool run(std::size_t most) {
    Counter of_streams(streams_.size());
    Counter of_links(links_.size());
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
    const std::size_t first = first_hop_[connection];
    return std::span(hops_).subspan(first, first_hop_[connection + 1] - first);
  }
  std::uint64_t weight_of(const Hop& hop) const {
    return std::bit_cast<std::uint64_t>(graph_.weight_of(hop));
  }

  /// Their classes follow from those of streams and links.
  void colour_connections() {
    for (std::size_t id = 0; id < connections_.size(); ++id) {
      const NetworkGraph::Connection& one = graph_.connections[id];
      std::uint64_t colour = mixed(graph_.wire_of(one).parameters, streams_[index(one.sender)]);
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
  std::vector<std::uint32_t> first_hop_;  // by connection, and one more
  std::vector<Hop> hops_;                 // over links that can fill
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
    partition.of_stream.push_back(number_of(refinement.streams()[id], static_cast<std::int32_t>(id),
                                            numbers, partition.streams));
  }
  partition.sizes.resize(partition.streams.size());
  for (const ClassId one : partition.of_stream) ++partition.sizes[index(one)];
  numbers.clear();
  for (std::size_t id = 0; id < refinement.connections().size(); ++id) {
    partition.of_connection.push_back(number_of(refinement.connections()[id],
                                                static_cast<std::int32_t>(id), numbers,
                                                partition.connections));
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
