// A call on its machines: ready to be simulated, and its outcome, also of long rings.
#pragma once

#include <memory>
#include <optional>

#include "sim/cost/cost_model.h"
#include "sim/cost/price.h"
#include "sim/engine/observer.h"
#include "sim/engine/simulate.h"
#include "sim/machine/flow_costs.h"
#include "sim/machine/job_wiring.h"
#include "sim/nccl/call/choice.h"

namespace treering::sim::machine {

// A call, ready to be simulated: its schedule on the links of its machines.

struct CallInput {
  const nccl::Plan& plan;
  const ClassLinks& links;
  const nccl::connections::Connections& connections;
  const cost::CostModel& cost;
  const core::Call& call;
  const nccl::call::Decision& decision;
  int gpus_per_process = 0;  // 0: those of the plan's job
};

struct CallRun {
  std::unique_ptr<schedule::Schedule> schedule;
  WiringInput input;
  engine::Wiring wiring;  // refers to the two above
  cost::terms::Terms terms;
  int slots = 0;                  // of the schedule's connections
  bool is_one_way_ring = false;   // from a root, or to it
  bool is_even = true;            // nodes are equal, and nothing is wrong on any
  bool is_machine_a_node = true;  // for NCCL, which may make several nodes of a machine, or of
                                  // several one
};

/// With a schedule that is not NCCL's: it goes over the connections of messages between pairs, and
/// costs as the decision's algorithm, or as such messages. Null without terms.
std::unique_ptr<CallRun> run_of(const CallInput& input,
                                std::unique_ptr<schedule::Schedule> schedule);

/// Null where the algorithm has no schedule or no terms for the call. What `input` refers to lives
/// as long as the run.
std::unique_ptr<CallRun> run_of(const CallInput& input);

/// NCCL's messages between pairs, by the decision of nccl::call::pairs_decision(). Null for other
/// collectives, and where there are so many that a table of sizes would take too long.
std::unique_ptr<CallRun> run_of_pairs(const CallInput& input);

/// What the messages of a call take of its time where such calls follow each other, which is less
/// than of one alone where a ring has a root (cost::terms::kCallsInARow).
double messages_in_a_row_us(const CallRun& run, const engine::Outcome& outcome);

/// The time of the call where its messages take `messages_us`: the kernel starts before them, and
/// submitting calls overlaps with the calls before.
double call_us(const cost::terms::Terms& terms, const cost::Values& values, double messages_us);
double call_us(const CallRun& run, const cost::Values& values, double messages_us);

/// All that its simulation uses: flow_costs(), the slots of connections, and what passes before the
/// first message, term by term.
std::vector<Factor> factors_of(const CallRun& run, const cost::Values& values);

// The outcome of a call, with what is known of long rings.
//
// A ring whose data do not divide evenly has some shorter chunks, which travel around it together,
// so that no two ranks do the same. Where its connections share no links, or channels that do the
// same share them, its times follow by recursion (sim/engine/ring_track.h), also with slow links
// and late ranks.
//
// Else: away from the shorter chunks all nodes do the same at the same time, so that nodes can be
// left out there: a short ring goes through the same states. Once such a state turns with the
// shorter chunks from node to node (sim/engine/rotation.h), it does so for ever, and each further
// node adds the same time. Where none of this is so, the whole ring is simulated.

/// \param shortcuts none of them: every message of the ring itself
engine::Outcome outcome_of(const CallRun& run, const engine::Shortcuts& shortcuts);

/// The same of a long ring whose ranks do not do the same, without its streams' times; nothing for
/// other calls and where it would not pay or not be exact.
/// \param observer null: nobody gives up; sees how far it is, and no steps. Where it has given up
///                 the outcome says nothing
std::optional<engine::Outcome> outcome_of_long_ring(const CallRun& run,
                                                    engine::Observer* observer = nullptr);

}  // namespace treering::sim::machine
