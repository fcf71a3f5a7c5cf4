#include "sim/hosts/host_time.h"

#include <algorithm>
#include <array>
#include <span>

#include "sim/engine/simulate.h"
#include "sim/hosts/message_schedule.h"

namespace treering::sim::hosts {
namespace {

using core::Collective;

/// Algorithms that move the same bytes in the same order as one whose pattern is known.
struct Alike {
  Collective collective;
  std::string_view name;
  std::string_view known;
};
constexpr std::array kAlike{
    // Gloo's: groups of two ranks (gloo/allreduce.cc, computeGroupSizePerStep).
    Alike{Collective::AllReduce, "bcube", "halving_doubling"},
};

std::string_view known_name(Collective collective, std::string_view name) {
  for (const Alike& one : kAlike) {
    if (one.collective == collective && one.name == name) return one.known;
  }
  return name;
}

/// The whole data go to the next rank, again and again (gloo/allreduce_ring.h).
void whole_ring(const PatternSize& size, Messages& out) {
  for (int step = 1; step < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(step, rank, (rank + 1) % size.ranks, size.elements);
    }
  }
}

/// Parts are combined around the ring; then the root collects them (gloo/reduce.cc).
void ring_to_root(const PatternSize& size, Messages& out) {
  for (int step = 1; step < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(step, rank, (rank + 1) % size.ranks, size.block);
    }
  }
  for (int rank = 1; rank < size.ranks; ++rank) out.add(size.ranks, rank, 0, size.block);
}

/// Gloo's, which notes no messages: what it sends is no pattern to be found.
const std::array kOfGloo{Pattern{Collective::AllReduce, {"ring_simple"}, nullptr, whole_ring},
                         Pattern{Collective::Reduce, {"ring"}, nullptr, ring_to_root}};

const Pattern* find_pattern(std::span<const Pattern> patterns, Collective collective,
                            std::string_view name, const PatternSize& size) {
  for (const Pattern& one : patterns) {
    if (one.collective != collective) continue;
    if (one.is_for != nullptr && !one.is_for(size)) continue;
    if (std::ranges::find(one.names, name) != one.names.end()) return &one;
    if (std::ranges::find(one.of_gloo, name) != one.of_gloo.end()) return &one;
  }
  return nullptr;
}

const Pattern* pattern_of(const HostCall& call, const PatternSize& size) {
  const std::string_view name = known_name(call.collective, call.algorithm);
  const Pattern* const known = find_pattern(message_patterns(), call.collective, name, size);
  return known != nullptr ? known : find_pattern(kOfGloo, call.collective, name, size);
}

/// bytes/us of data.
double data_rate(double gbit) {
  constexpr double kBytesPerUs = 1e3 / 8;
  return gbit * kBytesPerUs * kTcpPayload;
}

core::Duration time_of(const Messages& messages, std::size_t width, const Hosts& hosts) {
  const int ranks = static_cast<int>(hosts.gbit.size());
  const auto schedule = message_schedule(messages, ranks, width, hosts.eager_bytes);
  engine::Wiring wiring;
  for (const double gbit : hosts.gbit) {
    wiring.capacities.insert(wiring.capacities.end(), 2, data_rate(gbit));  // out and in
  }
  const int in = hosts.is_half_duplex ? 0 : 1;  // after the link out
  wiring.wire = [&](schedule::StreamId sender, int port) {
    const schedule::Way way = schedule.way(sender, port);
    engine::Wire wire;
    wire.route = {{2 * way.from, 1}, {2 * way.to + in, 1}};
    wire.rate = hosts.copy_rate;
    wire.latency_us = hosts.latency_us;
    return wire;
  };
  wiring.local_rate = hosts.copy_rate;
  return core::Duration::from_us(engine::simulate(schedule, wiring).time_us);
}

}  // namespace

std::optional<core::Duration> host_time(const HostCall& call, const Hosts& hosts) {
  const int ranks = static_cast<int>(hosts.gbit.size());
  const std::size_t block = std::max<std::size_t>(call.elements / hosts.gbit.size(), 1);
  const PatternSize size{ranks, call.elements, block};
  const Pattern* const pattern = pattern_of(call, size);
  if (pattern == nullptr) return std::nullopt;
  Messages messages;
  pattern->send(size, messages);
  return time_of(messages, call.width, hosts);
}

core::Duration message_time(int from, int to, double bytes, const Hosts& hosts) {
  Messages messages;
  messages.add(0, from, to, static_cast<std::size_t>(bytes));
  return time_of(messages, 1, hosts);
}

}  // namespace treering::sim::hosts
