// A part of a time, for people.
#pragma once

#include <string>

#include "core/units.h"

namespace treering::sim {

struct TimeShare {
  std::string what;  // "14 hops inside nodes"
  core::Duration time;
  bool operator==(const TimeShare&) const = default;
};

}  // namespace treering::sim
