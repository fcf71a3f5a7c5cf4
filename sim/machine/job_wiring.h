// The links of all machines of a job under the engine: which connection of a schedule takes which
// links, and what its messages cost there.
#pragma once

#include <optional>

#include "sim/cost/terms/wires.h"
#include "sim/engine/wiring.h"
#include "sim/machine/flow_costs.h"
#include "sim/machine/job_links.h"
#include "sim/nccl/connections/connections.h"
#include "sim/nccl/types.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::machine {

/// The job whose messages are carried. All of it lives as long as the wiring.
struct WiringInput {
  JobLinks links;
  const nccl::connections::Connections& connections;
  const cost::terms::Spine& spine;
  std::optional<nccl::Algorithm> algorithm;  // whose connections; nothing: messages between pairs
  FlowCosts costs;
};

/// The leaf switches whose uplinks limit anything.
int counted_leaves(const cost::terms::Spine& spine);

/// Between nodes under different leaf switches.
struct SpineWay {
  const JobLinks& links;
  const cost::terms::Spine& spine;
  const FlowCosts& costs;
};

/// Adds to a message's wire what it crosses there, if anything.
void cross_spine(const SpineWay& way, int from_node, int to_node, engine::Wire& wire);

/// Refers to `schedule` and to what `input` refers to.
engine::Wiring wiring_of(const WiringInput& input, const schedule::Schedule& schedule);

}  // namespace treering::sim::machine
