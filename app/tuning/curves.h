// The times of every way, size by size, as measurements and the model together have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/call.h"
#include "sim/way.h"
#include "tuner/tune/tune.h"

namespace treering::app::tuning {

/// A time and where it lies.
struct Times {
  double us = 0;
  double low_us = 0;
  double high_us = 0;
};

struct WayPoint {
  std::uint64_t bytes = 0;
  Times believed;                   // over launches, with its interval at 80 %
  std::vector<double> measured_us;  // of each launch that measured it

  /// Their median, from the fastest to the slowest. \pre there is one
  [[nodiscard]] Times measured() const;
};

struct WayCurve {
  sim::Way way;
  std::vector<WayPoint> points;  // of sizes at which it is possible, ascending
};

/// The curves of one collective.
struct Curves {
  core::Collective collective = core::Collective::AllReduce;
  std::vector<WayCurve> ways;  // of which a measurement or a model says something
  std::size_t cells = 0;       // that are possible: ways by sizes
  std::size_t measured = 0;    // of them
};

std::vector<Curves> curves_of(const tuner::tune::Tuning& tuning);

}  // namespace treering::app::tuning
