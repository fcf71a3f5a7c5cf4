#include "sim/timeline/excerpt.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace treering::sim::timeline {
namespace {

using schedule::Schedule;
using schedule::StreamId;

std::vector<bool> first_streams(const Schedule& schedule, std::size_t most) {
  std::vector<std::tuple<int, int, StreamId>> all;  // by channel and agent
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    const auto stream = schedule.stream(id);
    if (stream.steps > 0) all.emplace_back(stream.channel, stream.agent, id);
  }
  std::ranges::sort(all);
  std::vector<bool> is_first(static_cast<std::size_t>(schedule.streams()));
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    is_first[static_cast<std::size_t>(std::get<2>(all[i]))] = true;
  }
  return is_first;
}

/// Gives each connection to `take` in the order of its number: who sends, who receives, its route.
template <class Take>
void visit_connections(const Schedule& schedule, const engine::Wiring& wiring, const Take& take) {
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    const auto sends = schedule.stream(id).sends;
    for (std::size_t port = 0; port < sends.size(); ++port) {
      if (sends[port] == schedule::kNoPeer) continue;
      const engine::Wire wire = wiring.wire(id, static_cast<int>(port));
      take(std::pair(id, sends[port].stream), wire.route);
    }
  }
}

}  // namespace

Excerpt excerpt_of(const Schedule& schedule, const engine::Wiring& wiring, std::size_t most) {
  Excerpt excerpt;
  excerpt.streams = first_streams(schedule, most);
  std::vector<bool> is_used(wiring.capacities.size());
  const auto has = [&](StreamId id) { return excerpt.streams[static_cast<std::size_t>(id)]; };
  visit_connections(schedule, wiring, [&](const auto& ends, const auto& route) {
    if (!has(ends.first) && !has(ends.second)) return;
    for (const engine::Crossing& one : route) is_used[static_cast<std::size_t>(one.link)] = true;
  });
  visit_connections(schedule, wiring, [&](const auto& ends, const auto& route) {
    const bool crosses = std::ranges::any_of(route, [&](const engine::Crossing& one) {
      return is_used[static_cast<std::size_t>(one.link)];
    });
    excerpt.connections.push_back(crosses || has(ends.first) || has(ends.second));
  });
  return excerpt;
}

}  // namespace treering::sim::timeline
