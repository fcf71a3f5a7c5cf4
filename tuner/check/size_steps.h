// Steps over the sizes of a run that its times alone show, without any model: a larger call takes
// less time, busbw collapses from one size on, or one size is slow between two that are not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/call.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

struct SizeStep {
  enum class Kind : std::uint8_t {
    TimeFalls,       // all sizes from `from` down are slower than the larger `to`
    BandwidthFalls,  // from `to` on
    OneSize          // `from` and `to` are that size
  };
  Kind kind = Kind::TimeFalls;
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t from = 0;  // bytes
  std::uint64_t to = 0;    // bytes
  // Of times or of bandwidths across the step; of one size the time beside that of its neighbours.
  double factor = 1;
};

/// The greatest first. Each size counts by the faster of its columns and rows, and the first size
/// of a run only as a neighbour, so that calls which were slow once make no step.
std::vector<SizeStep> size_steps(const std::vector<Measurement>& rows);

/// "all_reduce takes 9.1 times as long at 1 MiB as at 2 MiB, which is larger". No full stop.
std::string text_of(const SizeStep& step);

}  // namespace treering::tuner::check
