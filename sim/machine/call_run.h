// A call, ready to be simulated: its schedule on the links of its machines.
#pragma once

#include <memory>
#include <optional>

#include "sim/cost/cost_model.h"
#include "sim/engine/simulate.h"
#include "sim/machine/job_wiring.h"
#include "sim/nccl/call/choice.h"

namespace treering::sim::machine {

struct CallInput {
  const nccl::Plan& plan;
  const ClassLinks& links;
  const cost::CostModel& cost;
  const core::Call& call;
  const nccl::call::Decision& decision;
};

struct CallRun {
  std::unique_ptr<schedule::Schedule> schedule;
  WiringInput input;
  engine::Wiring wiring;  // refers to the two above
  cost::terms::Terms terms;
  int slots = 0;        // of the schedule's connections
  bool is_even = true;  // nodes are equal, and nothing is wrong on any
};

/// With a schedule that is not NCCL's: it takes each GPU's nearest ports, and costs as the
/// decision's algorithm, or as messages between pairs. Null without terms.
std::unique_ptr<CallRun> run_of(const CallInput& input,
                                std::unique_ptr<schedule::Schedule> schedule);

/// Null where the algorithm has no schedule or no terms for the call. What `input` refers to lives
/// as long as the run.
std::unique_ptr<CallRun> run_of(const CallInput& input);

/// The time of the call where its messages take `messages_us`: the kernel starts before them, and
/// submitting calls overlaps with the calls before.
double call_us(const cost::terms::Terms& terms, const cost::Values& values, double messages_us);
double call_us(const CallRun& run, const cost::Values& values, double messages_us);

/// All that its simulation uses: flow_costs(), the slots of connections, and what passes before the
/// first message, term by term.
std::vector<Factor> factors_of(const CallRun& run, const cost::Values& values);

}  // namespace treering::sim::machine
