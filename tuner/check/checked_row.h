// One measurement compared with its expectation.
#pragma once

#include <string>
#include <string_view>

#include "core/units.h"
#include "sim/way.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

enum class Place { Inside, Slow, Fast };  // of a measurement beside the 80 % interval

/// "inside", "slow", "fast".
std::string_view name_of(Place place);

struct CheckedRow {
  Measurement measurement;
  sim::Way way;  // that the expectation goes by; unnamed: messages between pairs
  core::Duration expected;
  core::Duration low;
  core::Duration high;
  core::Duration bound;  // the links allow no less, even if the network's switches reduce
  core::Duration measured;
  Place place = Place::Inside;
  std::string most;  // what most of the expected time goes into

  /// Expected time / measured time: 0.5 is half the expected speed.
  double share() const { return expected / measured; }
  /// The expectation's standard deviation of ln(time).
  double spread() const;
  /// By how many of these it was slower; negative where it was faster.
  double deviations() const;
  /// By more than three deviations.
  bool is_far_slower() const;
  bool is_far_faster() const;
  /// Faster than the links allow, by more than rounding explains.
  bool is_beyond_links() const;
};

}  // namespace treering::tuner::check
