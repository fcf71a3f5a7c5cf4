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
LeafSwitches counted_leaves(const cost::terms::Spine& spine);
/// GB/s up from each of them, and down.
double uplink_of(const cost::terms::Spine& spine);

/// Between nodes under different leaf switches.
struct SpineWay {
  const JobLinks& links;
  const cost::terms::Spine& spine;
  const FlowCosts& costs;
};

/// Where a message leaves a node or enters it.
struct SwitchPort {
  int node = 0;
  int rail = 0;
};

/// Both ends of a connection over the network, by the job's own numbers.
struct SwitchPorts {
  SwitchPort from;
  SwitchPort to;
};
SwitchPorts ports_of(const WiringInput& input, const nccl::connections::Connection& one);

/// Adds to a message's wire what it crosses there, if anything.
void cross_spine(const SpineWay& way, const SwitchPorts& ports, engine::Wire& wire);

/// Refers to `schedule` and to what `input` refers to.
engine::Wiring wiring_of(const WiringInput& input, const schedule::Schedule& schedule);

}  // namespace treering::sim::machine
