// Barriers. NCCL has none: what stands in is an all_reduce of one element, as frameworks send it
// (PyTorch, torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, barrier). Algorithms for comparison
// have barriers of their own, which carry nothing.
#pragma once

#include <string>
#include <string_view>

#include "core/collective.h"
#include "core/result.h"
#include "sim/nccl/rules/call.h"

namespace treering::app::simulation {

/// What a simulated call is for.
struct Aim {
  core::Collective collective = core::Collective::AllReduce;
  bool is_barrier = false;  // the collective, of one element, stands in for it
};

/// "all_gather", "barrier".
core::Result<Aim> aim_of(std::string_view name);

/// The name of what was run: "barrier" only where it is one.
std::string name_of(core::Collective collective, bool is_barrier);

/// For a barrier of a size.
core::Failure has_no_size();

/// The all_reduce that stands in for a barrier.
core::Call stand_in(const core::Call& asked);

/// Says that it does.
std::string stand_in_note();

}  // namespace treering::app::simulation
