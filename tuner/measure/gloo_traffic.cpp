#include "tuner/measure/gloo_traffic.h"

#include <algorithm>
#include <bit>

#include "sim/hosts/patterns.h"

namespace treering::tuner::measure {
namespace {
namespace of_gloo {

using Size = TrafficSize;

// Of a message of the newer reductions (kMaxSegmentSize in gloo/allreduce.h and gloo/reduce.h).
constexpr std::size_t kMostSegment = std::size_t{1} << 20U;

bool is_power_of_two(const Size& size) {
  return std::has_single_bit(static_cast<unsigned>(size.ranks));
}

std::size_t rounded_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

int after(int rank, const Size& size) {
  return (rank + 1) % size.ranks;
}
int before(int rank, const Size& size) {
  return (rank + size.ranks - 1) % size.ranks;
}

// --- rings of the newer collectives: the buffer in segments, at least two for each rank

struct Segments {
  std::size_t bytes = 0;
  std::size_t count = 0;
  std::size_t of_rank = 0;

  Segments(std::size_t segment_bytes, std::size_t segments, const Size& size)
      : bytes(segment_bytes),
        count(rounded_up(segments, static_cast<std::size_t>(size.ranks))),
        of_rank(count / static_cast<std::size_t>(size.ranks)) {}
};

std::size_t least_segments(const Size& size) {
  return 2 * static_cast<std::size_t>(size.ranks);
}

/// What a rank passes to the one before: `number` segments from the first of rank `first` on.
struct Passed {
  int rank = 0;
  int first = 0;
  std::size_t number = 0;
};

void pass_on(const Segments& segments, const Size& size, const Passed& passed, Traffic& out) {
  for (std::size_t i = 0; i < passed.number; ++i) {
    const std::size_t place =
        (static_cast<std::size_t>(passed.first) * segments.of_rank + i) % segments.count;
    const std::size_t start = place * segments.bytes;
    if (start >= size.bytes()) continue;
    const std::size_t bytes = std::min(segments.bytes, size.bytes() - start);
    out.add_unbound(passed.rank, before(passed.rank, size), bytes);
  }
}

void ring(const Size& size, Traffic& out) {
  const std::size_t most = size.width * std::max<std::size_t>(1, kMostSegment / size.width);
  const Segments counted(0, std::max((size.bytes() + most - 1) / most, least_segments(size)), size);
  const std::size_t bytes =
      rounded_up((size.bytes() + counted.count - 1) / counted.count, size.width);
  const Segments segments(bytes, counted.count, size);
  const std::size_t number = segments.count - segments.of_rank;
  for (int rank = 0; rank < size.ranks; ++rank) {
    pass_on(segments, size, {rank, rank + 1, number}, out);
    pass_on(segments, size, {rank, rank, number}, out);
  }
}

void ring_to_root(const Size& size, Traffic& out) {
  const std::size_t parts = least_segments(size);
  const std::size_t most = size.width * (kMostSegment / size.width);
  const std::size_t bytes =
      rounded_up(std::min((size.bytes() + parts - 1) / parts, most), size.width);
  const Segments segments(bytes, std::max((size.bytes() + bytes - 1) / bytes, parts), size);
  const std::size_t chunk = segments.of_rank * segments.bytes;
  for (int rank = 0; rank < size.ranks; ++rank) {
    pass_on(segments, size, {rank, rank + 1, segments.count - 2}, out);
    const std::size_t start = static_cast<std::size_t>(rank) * chunk;
    if (rank == 0 || start >= size.bytes()) continue;
    out.add_unbound(rank, 0, std::min(chunk, size.bytes() - start));
  }
}

void ring_gather(const Size& size, Traffic& out) {
  const std::size_t bytes = size.block * size.width;
  for (int rank = 0; rank < size.ranks; ++rank) {
    for (int step = 1; step < size.ranks; ++step) {
      out.add_unbound(rank, after(rank, size), bytes / 2);
      out.add_unbound(rank, after(rank, size), bytes - bytes / 2);
    }
  }
}

// --- older rings

void ring_simple(const Size& size, Traffic& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    for (int step = 1; step < size.ranks; ++step) {
      out.add_bound(rank, after(rank, size), size.bytes());
      out.add_free(rank, before(rank, size));
    }
  }
}

void ring_chunked(const Size& size, Traffic& out) {
  constexpr std::size_t kLeastChunk = 256;  // elements
  const auto chunks = static_cast<int>(least_segments(size));
  const auto all = static_cast<std::size_t>(chunks);
  const std::size_t chunk = std::max(kLeastChunk, (size.elements + all - 1) / all);
  const auto copy = [&](int rank, int round) {
    const int low = round % 2;
    const int place = (2 * rank - (round - low) + low + chunks) % chunks;
    const std::size_t start = static_cast<std::size_t>(place) * chunk;
    // Something is sent where there is nothing, so that the rounds go on.
    const std::size_t count =
        start < size.elements ? std::min(chunk, size.elements - start) : std::size_t{1};
    out.add_bound(rank, after(rank, size), count * size.width);
  };
  for (int rank = 0; rank < size.ranks; ++rank) {
    for (int round = 0; round < chunks; ++round) copy(rank, round);
    for (int round = 0; round < chunks - 4; ++round) copy(rank, round);
    // After each of these, but the two to begin with, and once at the end.
    for (int i = 0; i < (chunks - 2) + (chunks - 4) + 1; ++i)
      out.add_free(rank, before(rank, size));
  }
}

// --- bcube: groups of ranks that exchange their parts, all of one step with all

/// Sizes of the groups, step by step: twos, then what is left.
std::vector<std::size_t> group_sizes(const Size& size) {
  std::vector<std::size_t> sizes;
  auto left = static_cast<std::size_t>(size.ranks);
  for (; left % 2 == 0; left /= 2) sizes.push_back(2);
  if (left > 1) sizes.push_back(left);
  return sizes;
}

void bcube_of_rank(const Size& size, std::size_t rank, Traffic& out) {
  std::size_t distance = 1;
  std::size_t length = size.elements;
  for (const std::size_t group : group_sizes(size)) {
    const std::size_t place = rank / distance % group;
    const std::size_t chunk = (length + group - 1) / group;
    const auto part = [&](std::size_t i) {
      return i * chunk < length ? std::min(chunk, length - i * chunk) : 0;
    };
    for (std::size_t i = 0; i < group; ++i) {
      if (i == place) continue;
      const auto from = static_cast<int>(rank);
      const auto to = static_cast<int>(rank - place * distance + i * distance);
      out.add_unbound(from, to, part(i) * size.width);
      out.add_unbound(from, to, part(place) * size.width);
    }
    distance *= group;
    length = part(place);
  }
}

void bcube(const Size& size, Traffic& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    bcube_of_rank(size, static_cast<std::size_t>(rank), out);
  }
}

void bcube_old(const Size& size, Traffic& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    std::size_t length = size.elements;
    for (int bit = 1; bit < size.ranks; bit *= 2) {
      const std::size_t shared = std::max<std::size_t>(length, 2);
      const std::size_t low = shared / 2;
      const std::size_t high = shared - low;
      const bool is_low = (rank & bit) == 0;
      length = is_low ? low : high;
      const int peer = rank ^ bit;
      out.add_bound(rank, peer, (shared - length) * size.width);
      out.add_free(rank, peer);
      out.add_bound(rank, peer, length * size.width);
      if (bit == 1) out.add_free(rank, peer);
    }
  }
}

// --- the others

/// The messages that the model of times has of it, each from an unbound buffer.
template <core::Collective kCollective>
void as_modelled(const Size& size, Traffic& out) {
  for (const sim::hosts::Pattern& pattern : sim::hosts::message_patterns()) {
    if (pattern.collective != kCollective || pattern.of_gloo.empty()) continue;
    sim::hosts::Messages messages;
    pattern.send({size.ranks, size.elements, size.block}, messages);
    for (const sim::hosts::Message& one : messages.all()) {
      out.add_unbound(one.from, one.to, one.elements * size.width);
    }
  }
}

}  // namespace of_gloo
}  // namespace

std::vector<Sent> Traffic::sent() const {
  std::vector<Sent> all;
  for (const auto& [pair, bytes] : bytes_) all.push_back({pair.first, pair.second, bytes, 1});
  return all;
}

std::span<const TrafficPattern> gloo_patterns() {
  using C = core::Collective;
  static const std::vector<TrafficPattern> kAll{
      {C::AllReduce, "ring", nullptr, of_gloo::ring},
      {C::AllReduce, "bcube", nullptr, of_gloo::bcube},
      {C::AllReduce, "ring_chunked", nullptr, of_gloo::ring_chunked},
      {C::AllReduce, "halving_doubling", nullptr, gloo_halving_doubling},
      {C::AllReduce, "ring_simple", nullptr, of_gloo::ring_simple},
      {C::AllReduce, "bcube_old", of_gloo::is_power_of_two, of_gloo::bcube_old},
      {C::AllGather, "ring", nullptr, of_gloo::ring_gather},
      {C::ReduceScatter, "halving_doubling", nullptr, gloo_halving_scatter},
      {C::Broadcast, "binomial", nullptr, of_gloo::as_modelled<C::Broadcast>},
      {C::Reduce, "ring", nullptr, of_gloo::ring_to_root},
      {C::AllToAll, "linear", nullptr, of_gloo::as_modelled<C::AllToAll>},
      {C::Gather, "linear", nullptr, of_gloo::as_modelled<C::Gather>},
      {C::Scatter, "linear", nullptr, of_gloo::as_modelled<C::Scatter>},
      {C::SendRecv, "sendrecv", nullptr, of_gloo::as_modelled<C::SendRecv>},
      {C::Barrier, "dissemination", nullptr, of_gloo::as_modelled<C::Barrier>},
  };
  return kAll;
}

}  // namespace treering::tuner::measure
