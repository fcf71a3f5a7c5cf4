// The clocks of the ranks: what each shows when that of rank 0 shows 0.
//
// Ranks of one machine that has not started anew share one clock (CLOCK_MONOTONIC). Others are
// asked: rank 0 and the other exchange messages, and the exchange that takes least time bounds the
// offset by half its time (Cristian 1989). Asked before and after a batch, so that drift between
// the two is a line (Hunold & Carpen-Amarie 2015, arXiv 1505.07734, section 4).
#pragma once

#include <vector>

#include "workers/backend.h"

namespace treering::workers {

/// In us of this rank's clock.
double now_us();

/// A question to another rank's clock, in us of the own clock but for `there`.
struct Exchange {
  double asked = 0;
  double there = 0;
  double answered = 0;
};

/// A clock less the own one, and how far that may be off.
struct ClockOffset {
  double us = 0;
  double error_us = 0;

  bool operator==(const ClockOffset&) const = default;
};

/// As the fastest exchange says. However unequal its two ways were, the offset is off by half of
/// its time at most. \pre some exchanges
ClockOffset offset_of(const std::vector<Exchange>& exchanges);

/// On rank 0: by rank, its clock less that of rank 0; elsewhere empty. All ranks call it together.
std::vector<ClockOffset> clock_offsets(Backend& backend);

/// How many networks the ranks are on, on rank 0: machines, or ranks of a shaped cluster, which
/// share one clock.
int nodes(Backend& backend);

}  // namespace treering::workers
