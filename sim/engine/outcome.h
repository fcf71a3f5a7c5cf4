// What a simulation finds.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// What a connection has carried.
struct Traffic {
  std::uint64_t messages = 0;
  double bytes = 0;
  bool operator==(const Traffic&) const = default;
};

struct Outcome {
  double time_us = 0;                          // when the last stream has ended
  std::uint64_t transfers = 0;                 // messages; of them
  std::uint64_t simulated = 0;                 // one by one,
  std::uint64_t symmetric = 0;                 // as another stream's at the same time, or
  std::uint64_t periodic = 0;                  // as the same stream's before
  std::vector<double> ends_us;                 // by stream; 0 where it has no steps
  std::vector<Traffic> traffic;                // by connection
  std::vector<double> carried;                 // bytes as the links have them, by link; of them
  std::vector<double> payload;                 // data
  std::vector<schedule::StreamId> stuck = {};  // streams that wait for ever
};

}  // namespace treering::sim::engine
