// Launches that both sides of a comparison have: results before to which others were added, or a
// file beside itself. They are no evidence of a change, and none of its absence.
#pragma once

#include <cstddef>

#include "app/measuring/compared_side.h"

namespace treering::app::measuring {

struct SharedLaunches {
  std::size_t count = 0;
  bool is_all_of_a_side = false;  // then nothing was left out
};

/// Leaves out of both what both have: of one start, with the same samples (results of earlier
/// versions do not say more of their start than its time). Averages stay. Logs share nothing, since
/// nothing says when their runs started.
SharedLaunches leave_out_shared(Times& before, Times& after);

}  // namespace treering::app::measuring
