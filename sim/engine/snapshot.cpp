#include "sim/engine/snapshot.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

namespace treering::sim::engine {
namespace {

using schedule::StreamId;

/// Gives the counts of a stream to `take`, until that returns false.
template <class Take>
bool give_counts(const Simulation& simulation, const Running& stream, Take&& take) {
  const auto flags = [](std::initializer_list<bool> all) {
    std::uint64_t bits = 0;
    for (const bool one : all) bits = 2 * bits + static_cast<std::uint64_t>(one);
    return bits;
  };
  if (!take(flags({stream.is_on, stream.is_late}))) return false;
  if (!take(static_cast<std::uint64_t>(stream.outstanding))) return false;
  for (const ConnectionId id : stream.sends) {
    if (id < 0) continue;
    const Connection& one = simulation.state().connections[index(id)];
    const bool is_taken =
        take(static_cast<std::uint64_t>(one.occupied)) &&
        take(static_cast<std::uint64_t>(one.heads)) &&
        take(static_cast<std::uint64_t>(one.whole)) &&
        take(flags({one.is_awaited, one.is_unfinished, one.is_held, one.is_busy})) &&
        std::ranges::all_of(
            one.posted, [&](double bytes) { return take(std::bit_cast<std::uint64_t>(bytes)); });
    if (!is_taken) return false;
  }
  return true;
}

Pending pending_of(const Simulation& simulation, const Event& event) {
  Pending pending;
  pending.kind = event.kind;
  pending.in_us = event.at - simulation.now();
  ConnectionId connection = event.id;
  switch (event.kind) {
    case Event::Kind::StepIsKept:
    case Event::Kind::Begins:
      pending.stream = event.id;
      return pending;
    case Event::Kind::FlowEnds: {
      const Simulation::Flow& flow = simulation.flows()[index(event.id)];
      pending.rate = flow.rate;
      pending.tail = flow.tail;
      connection = flow.connection;
      break;
    }
    default:
      break;
  }
  const Connection& one = simulation.state().connections[index(connection)];
  const auto& sends = simulation.state().streams[index(one.sender)].sends;
  pending.stream = one.sender;
  pending.port = static_cast<int>(std::ranges::find(sends, connection) - sends.begin());
  return pending;
}

/// Rates and bytes come from the same figures in another order.
bool is_near(double a, double b) {
  constexpr double kRounding = 1e-13;
  return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

/// \param at the later of the times that they are counted from: after a second ticks are not exact
bool is_same_time(double a, double b, double at) {
  return a == b || (at > kExactUntil && std::abs(a - b) <= kSameInstant);
}

}  // namespace

Snapshot snapshot_of(const Simulation& simulation) {
  Snapshot all;
  all.at = simulation.now();
  for (const Running& stream : simulation.state().streams) {
    all.next.push_back(stream.next);
    all.first_count.push_back(all.counts.size());
    give_counts(simulation, stream, [&](std::uint64_t count) {
      all.counts.push_back(count);
      return true;
    });
  }
  all.first_count.push_back(all.counts.size());
  for (const Event& event : simulation.events().all()) {
    if (simulation.is_valid(event)) all.pending.push_back(pending_of(simulation, event));
  }
  std::ranges::sort(all.pending, {}, [](const Pending& one) {
    return std::tuple(one.stream, one.port, one.kind, one.in_us);
  });
  std::size_t at = 0;
  for (std::size_t id = 0; id <= all.next.size(); ++id) {
    while (at < all.pending.size() && index(all.pending[at].stream) < id) ++at;
    all.first_pending.push_back(at);
  }
  for (const Connection& one : simulation.state().connections) all.traffic.push_back(one.traffic);
  return all;
}

bool are_alike(const Snapshot& a, StreamId in_a, const Snapshot& b, StreamId in_b) {
  const auto range = [](const auto& all, const std::vector<std::size_t>& firsts, StreamId id) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(firsts[index(id)]);
    return std::ranges::subrange(first,
                                 all.begin() + static_cast<std::ptrdiff_t>(firsts[index(id) + 1]));
  };
  if (!std::ranges::equal(range(a.counts, a.first_count, in_a),
                          range(b.counts, b.first_count, in_b))) {
    return false;
  }
  const double at = std::max(a.at, b.at);
  return std::ranges::equal(range(a.pending, a.first_pending, in_a),
                            range(b.pending, b.first_pending, in_b),
                            [&](const Pending& one, const Pending& other) {
                              return one.port == other.port && one.kind == other.kind &&
                                     is_same_time(one.in_us, other.in_us, at) &&
                                     is_near(one.rate, other.rate) && is_near(one.tail, other.tail);
                            });
}

bool has_counts(const Simulation& simulation, const Snapshot& snapshot) {
  std::size_t next = 0;
  const auto& counts = snapshot.counts;
  return std::ranges::all_of(simulation.state().streams, [&](const Running& stream) {
    return give_counts(simulation, stream, [&](std::uint64_t count) {
      return next < counts.size() && counts[next++] == count;
    });
  });
}

}  // namespace treering::sim::engine
