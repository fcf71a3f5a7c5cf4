#include "sim/schedule/port_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace treering::sim::schedule {
namespace {

using Streams = std::vector<StreamId>;

constexpr std::size_t kTried = 6;

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

}  // namespace

tl::expected<Streams, std::size_t> port_order(const std::vector<Streams>& groups) {
  const Groups several = of_several(groups);
  std::set<StreamId> seen;
  const Streams named = peers_of(groups, seen, [](const Streams& one) { return one.size() > 1; });
  std::vector<std::size_t> order(named.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Streams ports = named;
  auto apart = parted(ports, several);
  while (apart && named.size() <= kTried && std::ranges::next_permutation(order).found) {
    std::ranges::transform(order, ports.begin(), [&named](std::size_t i) { return named[i]; });
    apart = parted(ports, several);
  }
  if (apart) return tl::unexpected(*apart);
  const Streams alone = peers_of(groups, seen, [](const Streams&) { return true; });
  ports.insert(ports.end(), alone.begin(), alone.end());
  return ports;
}

}  // namespace treering::sim::schedule
