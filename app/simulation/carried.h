// The carrier of a simulated call: an algorithm, a schedule of the user's own, or the call that
// stands in for a barrier.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "app/job.h"
#include "core/call.h"
#include "core/result.h"
#include "sim/cost/cost_model.h"
#include "sim/machine/call_run.h"
#include "sim/nccl/rules/call.h"
#include "sim/way.h"

namespace treering::app::simulation {

// Barriers. NCCL has none: what stands in is an all_reduce of one element, as frameworks send it
// (PyTorch, torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, barrier). Algorithms for comparison
// have barriers of their own, which carry nothing.

/// What a simulated call is for.
struct Aim {
  core::Collective collective = core::Collective::AllReduce;
  bool is_barrier = false;  // the collective, of one element, stands in for it
};

/// "all_gather", "barrier".
core::Result<Aim> aim_of(std::string_view name);

/// The name of what was run: "barrier" only where it is one.
std::string name_of(core::Collective collective, bool is_barrier);

/// For a barrier of a size. \param field of the size
core::Failure has_no_size(std::string_view field = "size");

/// The all_reduce that stands in for a barrier.
core::Call stand_in(const core::Call& asked);

/// Says that it does. \param done with it
std::string stand_in_note(std::string_view done = "simulated");

// What carries a simulated call: an algorithm of NCCL's, one for comparison, or a schedule of the
// user's own.

struct Wish {
  sim::Way way;  // names in any case, an empty one as NCCL chooses; channels do not count
  bool is_barrier = false;  // the call stands in for one (app/simulation/carried.h)
};

struct Carried {
  core::Call call;
  sim::Way way;  // its algorithm by name, or the file of a schedule
  sim::nccl::call::Decision decision;
  bool is_nccl_choice = false;
  bool is_in_nccl = true;
  bool is_barrier = false;                     // it carries nothing
  bool has_chunks = true;                      // those of the decision
  std::uint64_t message_bytes = 0;             // the largest of a user's schedule; 0: not known
  std::unique_ptr<sim::machine::CallRun> run;  // refers to the job
};

/// An error where nothing of that name carries the call. \pre of all that follow: the job is priced
/// by the event model
core::Result<Carried> carried_by(const Wish& wish, const core::Call& call, const Job& job);

/// The call that a file's schedule carries, and its schedule. \param ranks of the job
struct OwnSchedule {
  std::unique_ptr<sim::schedule::Schedule> schedule;
  core::Call call;  // a small one stands in for a barrier
  bool is_barrier = false;
};
core::Result<OwnSchedule> own_schedule(const std::string& file, int ranks);

/// As many as its streams are on.
int channels_of(const sim::schedule::Schedule& schedule);

/// The way of a schedule of the user's own.
core::Result<Carried> carried_by(OwnSchedule own, const std::string& file, const Job& job);

}  // namespace treering::app::simulation
