// A part of a run to record, where all of it would be too much: some streams, and the links that
// they use with all that crosses them.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::timeline {

struct Excerpt {
  std::vector<bool> streams;      // by stream
  std::vector<bool> connections;  // by connection
  bool operator==(const Excerpt&) const = default;
};

/// The first agents' streams on the first channels, channel by channel: `most` of them.
Excerpt excerpt_of(const schedule::Schedule& schedule, const engine::Wiring& wiring,
                   std::size_t most);

}  // namespace treering::sim::timeline
