// A cliff in a sweep: the bandwidth of a larger size is far below that of a smaller one. No machine
// does that by itself, so that it says something without an expectation.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/call.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

struct Cliff {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t from = 0;    // bytes of the last fast size
  std::uint64_t to = 0;      // of the next one
  double fast_gb_per_s = 0;  // algbw
  double slow_gb_per_s = 0;
};

/// The deepest; nothing where no size of 256 KiB and more has half the bandwidth of the next
/// smaller one, or less.
std::optional<Cliff> cliff_of(const std::vector<Measurement>& rows);

}  // namespace treering::tuner::check
