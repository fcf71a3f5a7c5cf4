// The links of all machines of a job under the engine: which connection of a schedule takes which
// links, and what its messages cost there.
#pragma once

#include <memory>
#include <string>

#include "sim/cost/terms/spine.h"
#include "sim/engine/wiring.h"
#include "sim/machine/flow_costs.h"
#include "sim/machine/node_links.h"
#include "sim/nccl/plan.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::machine {

/// The job whose messages are carried. All of it lives as long as the wiring.
struct WiringInput {
  const NodeLinks& node;
  const nccl::Plan& plan;
  const cost::terms::Spine& spine;
  std::optional<nccl::Algorithm> algorithm;  // whose graph assigns the ports; nothing: the nearest
  FlowCosts costs;
};

/// Links are numbered node by node, in the order of NodeLinks, then the leaf switches' uplinks, two
/// each: up, down. Refers to `schedule` and to what `input` refers to.
engine::Wiring wiring_of(const WiringInput& input, const schedule::Schedule& schedule);

/// "node 2: GPU 0 -> NVSwitch"; without the node where there is one.
std::string link_name(const WiringInput& input, engine::LinkId link);

}  // namespace treering::sim::machine
