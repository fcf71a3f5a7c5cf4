#include "app/simulation/path.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace treering::app::simulation {
namespace {

// In the order of sim::timeline::Part.
constexpr std::array<std::string_view, 5> kDoing{"waiting to start", "sending", "combining",
                                                 "storing", "messages on their way"};

std::vector<PathSum> sums_of(const std::vector<sim::timeline::PathPart>& parts) {
  std::vector<PathSum> sums;
  for (const std::string_view what : kDoing) sums.push_back({std::string(what), 0});
  for (const auto& part : parts) {
    sums[static_cast<std::size_t>(part.part)].us += part.to_us - part.from_us;
  }
  std::erase_if(sums, [](const PathSum& sum) { return sum.us <= 0; });
  std::ranges::stable_sort(sums, std::ranges::greater{}, &PathSum::us);
  return sums;
}

PathPart shown(const sim::timeline::PathPart& part, int ranks) {
  PathPart result;
  if (part.agent < ranks) result.rank = part.agent;
  result.who = sim::timeline::agent_name(part.agent, ranks);
  result.channel = part.channel;
  result.from_us = part.from_us;
  result.to_us = part.to_us;
  result.what = words_of(part, ranks);
  return result;
}

/// A message goes on to the next agent, or waits there for room.
std::optional<PathWay> way_between(const sim::timeline::PathPart& part,
                                   const sim::timeline::PathPart& next) {
  if (part.agent == next.agent) return {};
  if (part.holds_up == next.agent) return PathWay{next.agent, part.agent, part.channel};
  return PathWay{part.agent, next.agent, part.channel};
}

}  // namespace

Path path_of(const sim::timeline::Timeline& timeline, const sim::engine::Wiring& wiring,
             const std::vector<GroupChannel>& channels) {
  const auto found = critical_path(timeline, wiring);
  Path path;
  path.why_not = found.why_not;
  path.sums = sums_of(found.parts);
  const int ranks = timeline.schedule().contract().ranks;
  const std::size_t count = found.parts.size();
  path.left_out = count > kMostPathParts ? count - kMostPathParts : 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == kMostPathParts / 2) i += path.left_out;
    PathPart part = shown(found.parts[i], ranks);
    const bool is_before_gap = path.left_out > 0 && i + 1 == kMostPathParts / 2;
    if (i + 1 < count && !is_before_gap) part.way = way_between(found.parts[i], found.parts[i + 1]);
    if (!channels.empty()) {
      const GroupChannel& channel = channels[static_cast<std::size_t>(part.channel)];
      part.group = channel.group;
      part.channel = channel.channel;
    }
    path.parts.push_back(std::move(part));
  }
  return path;
}

}  // namespace treering::app::simulation
