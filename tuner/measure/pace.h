// How many calls a batch has, and how long the workers may take for it.
#pragma once

#include <cstddef>

#include "core/units.h"
#include "tuner/measure/messages.h"
#include "tuner/measure/record.h"
#include "tuner/measure/sweep.h"

namespace treering::tuner::measure {

/// What a batch is for, and what it may take until the workers count as hanging.
struct Paced {
  Task task;
  core::Duration patience;
};

/// Two calls: so it is known what one takes, before many are asked for. Each may take as long as
/// the rules' patience.
Paced probing(const Rules& rules, const Configuration& call);

/// Warm-ups, of short calls as many as would fill the rules' time if each took `call_us`, a loop as
/// nccl-tests has it, and the
/// first samples: as many as fit the time that is left, but a sample in any case. Of cold caches no
/// loop: its calls would warm them for each other. \param call_us of one call; 0: not known
Paced first_batch(const Rules& rules, const Configuration& call, double call_us,
                  core::Duration passed);

/// As many samples as it takes until the median is looked at again; fewer where they would take too
/// long, none where there are as many as there may be. While no call was in time, further ones.
Paced next_batch(const Rules& rules, const Record& record, core::Duration passed);

}  // namespace treering::tuner::measure
