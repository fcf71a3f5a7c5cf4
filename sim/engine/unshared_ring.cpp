#include "sim/engine/unshared_ring.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/ring_track.h"
#include "sim/schedule/ring.h"

namespace treering::sim::engine {
namespace {

using schedule::ChannelWork;
using schedule::Goal;
using schedule::RingInput;
using schedule::Schedule;
using schedule::StreamId;

/// Channels that do the same at the same time, or nearly: some of their chunks are shorter.
struct Strand {
  std::vector<int> channels;
  std::vector<std::vector<Wire>> wires;  // by channel, then position
  // Of a message over its links, by position: bytes/us.
  std::vector<double> rates;        // beside those of all channels
  std::vector<double> alone_rates;  // the highest beside none
  bool differs = false;             // in the bytes of some chunks

  double most_rate(std::size_t position) const {
    return differs ? alone_rates[position] : rates[position];
  }
};

/// What has equal times is equal, over whichever links.
struct Track {
  RingTrack track;
  std::vector<ChannelWork> work;  // of its channels, wherever it lies

  bool operator==(const Track& other) const {
    return track.hops == other.track.hops && track.start_us == other.track.start_us &&
           work == other.work;
  }
};

/// But for their links.
bool are_equal(const Wire& a, const Wire& b) {
  return a.rate == b.rate && a.latency_us == b.latency_us && a.is_posted == b.is_posted &&
         a.network_rate == b.network_rate && a.head == b.head;
}

class UnsharedRing {
 public:
  UnsharedRing(const Schedule& schedule, const RingInput& ring, const Wiring& wiring)
      : schedule_(schedule), ring_(ring), wiring_(wiring) {}

  /// False: connections share links, or pass on parts of messages.
  bool find_strands() {
    for (int channel = 0; channel < static_cast<int>(ring_.rings.size()); ++channel) {
      if (ring_.work[index(channel)].bytes > 0) add(channel);
    }
    for (Strand& strand : strands_) strand.differs = has_other_chunks(strand);
    return std::ranges::all_of(strands_, [&](Strand& strand) { return set_rates(strand); }) &&
           has_room_on_links() && std::ranges::all_of(strands_, [](const Strand& strand) {
             return std::ranges::all_of(strand.wires.front(),
                                        [](const Wire& one) { return one.head >= 1; });
           });
  }

  std::optional<RingTimes> times(int per_node, Observer* observer) const {
    std::vector<Track> tracks;
    for (const Strand& strand : strands_) {
      Track track{track_of(strand, per_node), work_of(strand)};
      if (std::ranges::find(tracks, track) == tracks.end()) tracks.push_back(std::move(track));
    }
    RingTimes all;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      PartOfWork part(observer, i, tracks.size());
      const auto one = times_of(tracks[i].track, &part);
      if (!one) return {};
      all.us = std::max(all.us, one->us);
      all.computed += one->computed;
    }
    return all;
  }

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  int ranks() const { return ring_.contract.ranks; }
  StreamId stream_at(int channel, int position) const {
    return channel * ranks() + ring_.rings[index(channel)][index(position)];
  }
  double start_us(StreamId id) const { return wiring_.start_us ? wiring_.start_us(id) : 0; }

  void add(int channel) {
    std::vector<Wire> wires;
    wires.reserve(index(ranks()));
    for (int position = 0; position < ranks(); ++position) {
      wires.push_back(wiring_.wire(stream_at(channel, position), 0));
    }
    for (Strand& strand : strands_) {
      if (!is_alike(strand, channel, wires)) continue;
      strand.channels.push_back(channel);
      strand.wires.push_back(std::move(wires));
      return;
    }
    Strand& strand = strands_.emplace_back();
    strand.channels.push_back(channel);
    strand.wires.push_back(std::move(wires));
  }

  bool is_alike(const Strand& strand, int channel, const std::vector<Wire>& wires) const {
    const int first = strand.channels.front();
    if (ring_.rings[index(channel)] != ring_.rings[index(first)]) return false;
    if (!has_same_chunks(channel, first)) return false;
    for (int position = 0; position < ranks(); ++position) {
      const StreamId here = stream_at(channel, position);
      const StreamId there = stream_at(first, position);
      if (start_us(here) != start_us(there)) return false;
      if (local_rate(here) != local_rate(there)) return false;
    }
    return std::ranges::equal(wires, strand.wires.front(), are_equal);
  }

  /// But for the shorter ones.
  bool has_same_chunks(int channel, int other) const {
    const std::uint64_t loops = loops_of(channel);
    if (loops != loops_of(other)) return false;
    for (int slice = 0; slice < ring_.slicing.count; ++slice) {
      for (const std::uint64_t loop : {std::uint64_t{0}, loops - 1}) {
        if (bytes_of(channel, {loop, 0, slice}) != bytes_of(other, {loop, 0, slice})) return false;
      }
    }
    return true;
  }

  /// A message's place in the data of its channel.
  struct Place {
    std::uint64_t loop = 0;
    int chunk = 0;
    int slice = 0;
  };

  std::uint64_t loops_of(int channel) const {
    const ChannelWork& work = ring_.work[index(channel)];
    return schedule::ceil_div(work.bytes, static_cast<std::uint64_t>(ranks()) * work.chunk_bytes);
  }
  std::uint64_t bytes_of(int channel, const Place& place) const {
    const auto chunk =
        chunk_of(ring_.work[index(channel)], {place.loop, place.chunk, ranks()}, ring_.chunk_grain);
    return slice_of(chunk, ring_.slicing, place.slice).bytes;
  }

  std::vector<ChannelWork> work_of(const Strand& strand) const {
    std::vector<ChannelWork> all;
    for (const int channel : strand.channels) {
      all.push_back(ring_.work[index(channel)]);
      all.back().begin = 0;
    }
    return all;
  }

  double local_rate(StreamId id) const {
    return wiring_.local_rates ? wiring_.local_rates(id) : wiring_.local_rate;
  }

  /// What all channels of a strand load links with at a position, for each byte of one of them.
  static Route loads_at(const Strand& strand, std::size_t position) {
    Route loads;
    for (const std::vector<Wire>& wires : strand.wires) {
      for (const Crossing& one : wires[position].route) {
        const auto known = std::ranges::find(loads, one.link, &Crossing::link);
        if (known == loads.end()) {
          loads.push_back(one);
        } else {
          known->weight += one.weight;
        }
      }
    }
    return loads;
  }

  /// Messages at a position share links with each other alone. False: not alike.
  bool set_rates(Strand& strand) const {
    for (std::size_t position = 0; position < strand.wires.front().size(); ++position) {
      const Route loads = loads_at(strand, position);
      const double rate = rate_at(strand.wires.front()[position], loads);
      // Weights are added up in another order.
      constexpr double kRounding = 1e-12;
      const bool are_alike = std::ranges::all_of(strand.wires, [&](const auto& wires) {
        return std::abs(rate_at(wires[position], loads) - rate) <= kRounding * rate;
      });
      if (!are_alike) return false;
      strand.rates.push_back(rate);
      double alone = rate;
      for (const std::vector<Wire>& wires : strand.wires) {
        alone = std::max(alone, rate_at(wires[position], wires[position].route));
      }
      strand.alone_rates.push_back(alone);
    }
    return true;
  }

  /// Of a message over its links where they are loaded so for each of its bytes.
  double rate_at(const Wire& wire, const Route& loads) const {
    double rate = wire.is_posted ? wire.network_rate : wire.rate;
    for (const Crossing& one : wire.route) {
      const double weight = std::ranges::find(loads, one.link, &Crossing::link)->weight;
      rate = std::min(rate, wiring_.capacities[static_cast<std::size_t>(one.link)] / weight);
    }
    return rate;
  }

  /// Whether messages at different positions, and of different strands, can take from the rate of
  /// each other nowhere.
  bool has_room_on_links() const {
    // As in NetworkGraph: sums of rates are not exact.
    constexpr double kRounding = 1e-9;
    struct Load {
      int places = 0;
      double most = 0;  // bytes/us
    };
    std::vector<Load> loads(wiring_.capacities.size());
    for (const Strand& strand : strands_) {
      for (std::size_t position = 0; position < strand.rates.size(); ++position) {
        for (const Crossing& one : loads_at(strand, position)) {
          Load& load = loads[static_cast<std::size_t>(one.link)];
          ++load.places;
          load.most += one.weight * strand.most_rate(position);
        }
      }
    }
    for (std::size_t link = 0; link < loads.size(); ++link) {
      const double most = wiring_.capacities[link] * (1 + kRounding);
      if (loads[link].places > 1 && loads[link].most > most) return false;
    }
    return true;
  }

  /// Whether some chunks have other bytes in one channel than in another.
  bool has_other_chunks(const Strand& strand) const {
    const std::uint64_t last = loops_of(strand.channels.front()) - 1;
    for (int chunk = 0; chunk < ranks(); ++chunk) {
      for (int slice = 0; slice < ring_.slicing.count; ++slice) {
        const auto [least, most] = bytes_at(strand, {last, chunk, slice});
        if (least != most) return true;
      }
    }
    return false;
  }

  /// Of its channels' messages: the fewest, and the most.
  std::pair<std::uint64_t, std::uint64_t> bytes_at(const Strand& strand, const Place& place) const {
    std::pair<std::uint64_t, std::uint64_t> bytes{std::numeric_limits<std::uint64_t>::max(), 0};
    for (const int one : strand.channels) {
      const std::uint64_t own = bytes_of(one, place);
      bytes = {std::min(bytes.first, own), std::max(bytes.second, own)};
    }
    return bytes;
  }

  /// Refers to the strand.
  RingTrack track_of(const Strand& strand, int per_node) const {
    RingTrack track;
    for (int position = 0; position < ranks(); ++position) {
      const Wire& wire = strand.wires.front()[index(position)];
      const StreamId id = stream_at(strand.channels.front(), position);
      const double over_links = strand.rates[index(position)];
      track.hops.push_back({wire.is_posted ? wire.rate : over_links,
                            wire.is_posted ? over_links : 0, strand.alone_rates[index(position)],
                            wire.latency_us, local_rate(id), room_of(schedule_, id, wire),
                            wire.is_posted});
      if (wiring_.start_us) track.start_us.push_back(start_us(id));
    }
    track.period = period_of(track.hops, per_node);
    track.slices = ring_.slicing.count;
    track.loops = loops_of(strand.channels.front());
    track.step_us = wiring_.step_us;
    track.bytes = [this, &strand](std::uint64_t loop, int chunk, int slice) {
      return bytes_at(strand, {loop, chunk, slice}).second;
    };
    if (!strand.differs) return track;
    track.least_bytes = [this, &strand](std::uint64_t loop, int chunk, int slice) {
      return bytes_at(strand, {loop, chunk, slice}).first;
    };
    return track;
  }

  /// A node, or two: rings may alternate from node to node.
  int period_of(const std::vector<RingHop>& hops, int per_node) const {
    int best = 1;
    int fewest = std::numeric_limits<int>::max();
    for (const int period : {per_node, 2 * per_node}) {
      if (ranks() % period != 0) continue;
      int unlike = 0;
      for (int position = 0; position < ranks(); ++position) {
        const int later = (position + period) % ranks();
        unlike += hops[index(position)] == hops[index(later)] ? 0 : 1;
      }
      if (unlike < fewest) best = period;
      fewest = std::min(fewest, unlike);
    }
    return best;
  }

  const Schedule& schedule_;
  const RingInput& ring_;
  const Wiring& wiring_;
  std::vector<Strand> strands_;
};

}  // namespace

std::optional<RingTimes> unshared_times(const Schedule& ring, const Wiring& wiring, int per_node,
                                        Observer* observer) {
  const RingInput* const input = schedule::ring_input(ring);
  if (input == nullptr || input->contract.goal != Goal::AllReduce) return {};
  UnsharedRing one(ring, *input, wiring);
  if (!one.find_strands()) return {};
  return one.times(per_node, observer);
}

}  // namespace treering::sim::engine
