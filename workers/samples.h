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
#pragma once

#include <functional>
#include <vector>

#include "tuner/measure/messages.h"
#include "workers/backend.h"

namespace treering::workers {

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
