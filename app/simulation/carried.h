// What carries a simulated call: an algorithm of NCCL's, one for comparison, or a schedule of the
// user's own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/job.h"
#include "core/result.h"
#include "sim/cost/cost_model.h"
#include "sim/machine/call_run.h"
#include "sim/way.h"

namespace treering::app::simulation {

struct Wish {
  sim::Way way;  // names in any case, an empty one as NCCL chooses; channels do not count
  bool is_barrier = false;  // the call stands in for one (app/simulation/barrier.h)
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
