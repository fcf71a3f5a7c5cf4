#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

#include "sim/engine/periods.h"

namespace treering::sim::engine {
namespace {

using schedule::StreamId;

/// Gives the counts of a stream to `take`, until that returns false.
template <class Take>
bool give_counts(const Simulation& simulation, StreamId id, Take&& take) {
  const Connected& state = simulation.state();
  const Running& stream = state.streams[index(id)];
  const auto flags = [](std::initializer_list<bool> all) {
    std::uint64_t bits = 0;
    for (const bool one : all) bits = 2 * bits + static_cast<std::uint64_t>(one);
    return bits;
  };
  if (!take(flags({stream.is_on, stream.is_late}))) return false;
  if (!take(static_cast<std::uint64_t>(stream.outstanding))) return false;
  for (const ConnectionId send : state.sends(id)) {
    if (send < 0) continue;
    const Connection& one = state.connections[index(send)];
    const bool is_taken =
        take(static_cast<std::uint64_t>(one.occupied)) &&
        take(static_cast<std::uint64_t>(one.heads)) &&
        take(static_cast<std::uint64_t>(one.whole)) &&
        take(flags({one.is_awaited, one.is_unfinished, one.is_held, one.is_busy})) &&
        std::ranges::all_of(state.waiting[index(send)], [&](double bytes) {
          return take(std::bit_cast<std::uint64_t>(bytes));
        });
    if (!is_taken) return false;
  }
  return true;
}

void set_connection(const Connected& state, ConnectionId id, Pending& pending) {
  pending.stream = state.connections[index(id)].sender;
  const auto sends = state.sends(pending.stream);
  pending.port = static_cast<int>(std::ranges::find(sends, id) - sends.begin());
}

Pending pending_of(const Simulation& simulation, const Event& event) {
  Pending pending;
  pending.kind = event.kind;
  pending.in_us = event.at - simulation.now();
  if (event.kind == Event::Kind::StepIsKept || event.kind == Event::Kind::Begins) {
    pending.stream = event.id;
  } else {
    set_connection(simulation.state(), event.id, pending);
  }
  return pending;
}

Pending pending_end(const Simulation& simulation, ConnectionId id) {
  const Simulation::Flow& flow = simulation.flows()[index(id)];
  Pending pending;
  pending.in_us = flow.ends - simulation.now();
  pending.rate = flow.rate;
  pending.tail = flow.tail;
  set_connection(simulation.state(), id, pending);
  return pending;
}

bool is_end_of_flows(const Event& event) {
  return event.kind == Event::Kind::FlowEnds || event.kind == Event::Kind::FlowsEnd;
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
  const Connected& state = simulation.state();
  for (std::size_t id = 0; id < state.streams.size(); ++id) {
    all.next.push_back(state.streams[id].next);
    all.first_count.push_back(all.counts.size());
    give_counts(simulation, static_cast<StreamId>(id), [&](std::uint64_t count) {
      all.counts.push_back(count);
      return true;
    });
  }
  all.first_count.push_back(all.counts.size());
  simulation.events().for_each([&](const Event& event) {
    if (!is_end_of_flows(event)) all.pending.push_back(pending_of(simulation, event));
  });
  for (std::size_t id = 0; id < simulation.flows().size(); ++id) {
    if (!simulation.flows()[id].is_on) continue;
    all.pending.push_back(pending_end(simulation, static_cast<ConnectionId>(id)));
  }
  std::ranges::sort(all.pending, {}, [](const Pending& one) {
    return std::tuple(one.stream, one.port, one.kind, one.in_us);
  });
  std::size_t at = 0;
  for (std::size_t id = 0; id <= all.next.size(); ++id) {
    while (at < all.pending.size() && index(all.pending[at].stream) < id) ++at;
    all.first_pending.push_back(at);
  }
  for (const Connection& one : state.connections) all.traffic.push_back(one.traffic);
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
  for (std::size_t id = 0; id < snapshot.next.size(); ++id) {
    const bool is_equal = give_counts(
        simulation, static_cast<StreamId>(id),
        [&](std::uint64_t count) { return next < counts.size() && counts[next++] == count; });
    if (!is_equal) return false;
  }
  return true;
}

}  // namespace treering::sim::engine
