#include "sim/schedule/port_order.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace treering::sim::schedule {
namespace {

using Streams = std::vector<StreamId>;

/// A group as a set, and the first step that has it.
using Groups = std::map<Streams, std::size_t>;

Groups of_several(const std::vector<Streams>& groups) {
  Groups found;
  for (std::size_t step = 0; step < groups.size(); ++step) {
    if (groups[step].size() < 2) continue;
    Streams group = groups[step];
    std::ranges::sort(group);
    found.try_emplace(std::move(group), step);
  }
  return found;
}

/// The peers of the groups that `is_meant`, in the order in which they are named.
template <class Predicate>
Streams peers_of(const std::vector<Streams>& groups, std::set<StreamId>& seen, Predicate is_meant) {
  Streams peers;
  for (const Streams& group : groups) {
    if (!is_meant(group)) continue;
    std::ranges::copy_if(group, std::back_inserter(peers),
                         [&seen](StreamId id) { return seen.insert(id).second; });
  }
  return peers;
}

/// The step of a group whose ports are not in sequence.
std::optional<std::size_t> parted(const Streams& ports, const Groups& groups) {
  std::map<StreamId, std::size_t> places;
  for (std::size_t i = 0; i < ports.size(); ++i) places[ports[i]] = i;
  for (const auto& [group, step] : groups) {
    std::size_t first = ports.size();
    std::size_t last = 0;
    for (const StreamId id : group) {
      first = std::min(first, places.at(id));
      last = std::max(last, places.at(id));
    }
    if (last - first + 1 != group.size()) return step;
  }
  return {};
}

/// Small groups first, each beside what it shares with those before it.
Streams grown(const Groups& groups) {
  std::vector<const Streams*> by_size;
  for (const auto& entry : groups) by_size.push_back(&entry.first);
  std::ranges::stable_sort(by_size, {}, [](const Streams* group) { return group->size(); });
  std::deque<StreamId> order;
  std::set<StreamId> seen;
  for (const Streams* group : by_size) {
    const auto has = [group](StreamId id) { return std::ranges::binary_search(*group, id); };
    const bool is_in_front = !order.empty() && has(order.front()) && !has(order.back());
    for (const StreamId id : *group) {
      if (!seen.insert(id).second) continue;
      is_in_front ? order.push_front(id) : order.push_back(id);
    }
  }
  return {order.begin(), order.end()};
}

}  // namespace

tl::expected<Streams, std::size_t> port_order(const std::vector<Streams>& groups) {
  const Groups several = of_several(groups);
  std::set<StreamId> seen;
  Streams ports = peers_of(groups, seen, [](const Streams& one) { return one.size() > 1; });
  if (parted(ports, several)) ports = grown(several);
  if (const auto apart = parted(ports, several)) return tl::unexpected(*apart);
  const Streams alone = peers_of(groups, seen, [](const Streams&) { return true; });
  ports.insert(ports.end(), alone.begin(), alone.end());
  return ports;
}

}  // namespace treering::sim::schedule
