// A value and who says so.
#pragma once

#include "core/topology.h"

namespace treering::core {

template <class T>
struct Figure {
  T value{};
  Origin origin;
  bool operator==(const Figure&) const = default;
};

}  // namespace treering::core
