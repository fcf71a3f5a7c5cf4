// Rows that were as fast as what NCCL chose should be, where another way is clearly faster: no
// fault of the machine, but a bad choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/call.h"
#include "core/data_type.h"
#include "core/units.h"
#include "sim/alternatives.h"
#include "sim/way.h"
#include "tuner/check/checked_rows.h"

namespace treering::tuner::check {

// The gain is judged twice, and the worse of both counts: the expected time of NCCL's choice over
// that of the other way, and the measured time over that of the other way. Two expectations of one
// model share most of what is unknown (launch, links, network); they count as if they shared
// nothing, which makes the interval too wide. The measurement shares nothing with an expectation
// that is wrong as a whole.
//
// NCCL changes its choice from some size on, so that a bad choice is bad at neighbouring sizes: the
// lower end of the gain has to be above advice::kLeastGain at two neighbours, or above 1.5 at one
// size alone. Of 87 published runs of NCCL's own choices on machines that are known, without those
// known to be broken, none has such a size.

/// Of one collective.
struct BetterChoice {
  core::Collective collective = core::Collective::AllReduce;
  std::vector<std::uint64_t> at;  // bytes: the sizes where it is clear, rising
  std::size_t of_sizes = 0;       // that NCCL chose for by itself
  // At the one of these where the lower end of the gain is largest:
  core::Bytes bytes;
  sim::Way usual;  // what NCCL chose, as far as is known
  sim::Way way;    // what is faster
  core::Duration measured;
  core::Duration expected;  // of `way`
  double gain = 1;          // times as fast, four times of five between:
  double low = 1;
  double high = 1;
};

/// Those of the time model for calls of a type and an operation.
using AlternativesFor = std::function<sim::AlternativesOf(core::DataType, core::ReduceOp)>;

/// By collective. Rows that were forced, that a program in Python timed, and that are not inside
/// their intervals give none; neither does a way that rows show to take as long.
std::vector<BetterChoice> better_choices(const std::vector<CheckedRow>& rows,
                                         const AlternativesFor& alternatives);

}  // namespace treering::tuner::check
