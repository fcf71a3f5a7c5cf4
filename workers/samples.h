// Samples of a call, on the clocks of all its ranks.
#pragma once

#include <functional>
#include <vector>

#include "tuner/measure/messages.h"
#include "workers/backend.h"

namespace treering::workers {

// The clocks of the ranks: what each shows when that of rank 0 shows 0.
//
// Ranks of one machine that has not started anew share one clock (CLOCK_MONOTONIC). Others are
// asked: rank 0 and the other exchange messages, and the exchange that takes least time bounds the
// offset by half its time (Cristian 1989). Asked before and after a batch, so that drift between
// the two is a line (Hunold & Carpen-Amarie 2015, arXiv 1505.07734, section 4).

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

// Samples of a call: one per iteration, from the last rank that starts to the last that ends.
//
// Iterations start at moments that all ranks know (a window each, as SKaMPI and ReproMPI have it:
// Hunold & Carpen-Amarie 2015, arXiv 1505.07734, section 3.2), not when a barrier lets them go,
// whose own skew would be part of the time. A rank that is late starts at once, and if the ranks
// start too far apart the iteration is no sample.
//
// Of a message from one rank to another these two count. All others only line up with them.
//
// Had all started together, the call would have taken no less than from the last start to the last
// end, and no more than from the first start, which is what ReproMPI reports. So the sample is the
// least that it can have taken, and the spread of the starts is kept beside it: their sum is the
// most.

/// Of one rank and iteration, on its own clock.
struct Times {
  double start_us = 0;
  double end_us = 0;
};

/// The samples of all iterations from the times by rank, whose clocks are `offsets` off those of
/// rank 0 (before and after). Fills samples, spreads and the number of late ones.
/// \pre all ranks have equally many times
void combine(const std::vector<std::vector<Times>>& by_rank,
             const std::vector<std::vector<double>>& offsets,
             const tuner::measure::StartTolerance& tolerance, tuner::measure::Batch& batch);

struct Iterated {
  PreparedCall& call;
  /// What comes before each iteration, for example a cache that is overwritten; not timed. May be
  /// empty.
  std::function<void()> before;
};

/// Runs `task.samples` iterations and fills the samples of `batch` on rank 0. All ranks call it
/// together.
void take_samples(Backend& backend, const Iterated& iterated, const tuner::measure::Task& task,
                  tuner::measure::Batch& batch);

/// Time per call of `task.loops` calls in one go, mean over the ranks that take part, on rank 0:
/// what nccl-tests reports.
double loop_us(Backend& backend, PreparedCall& call, const tuner::measure::Task& task);

}  // namespace treering::workers
