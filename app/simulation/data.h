// Data of a call: ranges of the space that all of them lie in (sim/schedule/contract.h).
#pragma once

#include <vector>

#include "sim/schedule/contract.h"

namespace treering::app::simulation {

using DataRange = sim::schedule::Range;
using Data = std::vector<DataRange>;  // ascending, without overlap

inline bool have_common(const Data& a, const Data& b) {
  auto one = a.begin();
  auto other = b.begin();
  while (one != a.end() && other != b.end()) {
    if (one->end() <= other->begin) {
      ++one;
    } else if (other->end() <= one->begin) {
      ++other;
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace treering::app::simulation
