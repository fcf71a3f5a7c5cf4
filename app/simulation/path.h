// The critical path of a simulated call, for people and programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/simulation/recorded.h"
#include "sim/engine/wiring.h"
#include "sim/timeline/critical_path.h"

namespace treering::app::simulation {

/// A connection, with agents and the channel of the schedule, as Lane has them.
struct PathWay {
  int from = 0;
  int to = 0;
  int channel = 0;
  bool operator==(const PathWay&) const = default;
};

/// Somebody's part of it; times are from the first message on.
struct PathPart {
  std::string who;          // "rank 3", "switch 0"
  std::optional<int> rank;  // nothing: a switch that combines and copies
  std::string group;        // whose communicator; empty: there are no groups
  int channel = 0;
  double from_us = 0;
  double to_us = 0;
  std::string what;  // "sends to rank 3"
  /// By which it leads to the next part; nothing where that is of the same agent, or left out.
  std::optional<PathWay> way;
};

/// Time on the path by what is done.
struct PathSum {
  std::string what;  // "sending"
  double us = 0;
};

struct Path {
  std::vector<PathPart> parts;  // in order; where there are many, the first and the last
  std::size_t left_out = 0;     // parts, after half of `parts`
  std::vector<PathSum> sums;    // of all, the longest first
  std::string why_not;          // in place of all of it: "it has more than 1000000 steps"
};

/// More parts are left out.
inline constexpr std::size_t kMostPathParts = 1000;

/// \param channels as Recorded has them
Path path_of(const sim::timeline::Timeline& timeline, const sim::engine::Wiring& wiring,
             const std::vector<GroupChannel>& channels);

}  // namespace treering::app::simulation
