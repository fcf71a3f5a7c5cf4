// What the time of a run hangs on: from the step that ended last back to the begin, each step by
// what it waited for last: the step before it, a message, or room for its own messages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/engine/wiring.h"
#include "sim/timeline/timeline.h"

namespace treering::sim::timeline {

/// What somebody does.
enum class Part {
  Waits,     // to begin, because its start is later
  Sends,     // what it has, or passes on what it got
  Combines,  // and sends on, where it has peers
  Keeps,     // what it received
  Travels,   // a message of the first peer's: latency, and where a proxy sends, the network's work
};

/// Consecutive steps of a kind are one.
struct PathPart {
  Part part = Part::Sends;
  int agent = 0;
  int channel = 0;
  double from_us = 0;
  double to_us = 0;
  std::vector<int> peers;  // agents that it sends to; of Travels, who sent
  /// What comes next on the path waits for this to end, because the buffer to this agent is full.
  std::optional<int> holds_up;  // an agent
  bool operator==(const PathPart&) const = default;
};

struct CriticalPath {
  std::vector<PathPart> parts;  // in the order of time, without gaps
  std::string why_not;          // a sentence in place of parts; else empty
  bool operator==(const CriticalPath&) const = default;
};

/// Steps that are looked at most.
inline constexpr std::uint64_t kMostOnPath = 1'000'000;

CriticalPath critical_path(const Timeline& timeline, const engine::Wiring& wiring,
                           std::uint64_t most = kMostOnPath);

/// "sends to rank 3", "waits for the message of rank 2". \param ranks agents from here on are
/// switches
std::string words_of(const PathPart& part, int ranks);
/// "rank 3", "switch 0".
std::string agent_name(int agent, int ranks);

}  // namespace treering::sim::timeline
