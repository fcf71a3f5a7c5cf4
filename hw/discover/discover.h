// Describes a machine from the answers of a World. Needs no rights; without NVIDIA software only
// NVLinks and C2C links are missing.
//
// Phases: sources collect facts, each by itself; the GPUs of the job and the ports that NCCL would
// use are chosen; facts become a topology and a HostState (core/host_state/host_state.h); notes say
// what could not be read and what was assumed or left out.
#pragma once

#include <string>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/discover/sources/machine_facts.h"
#include "hw/world/world.h"

namespace treering::hw::discover {

struct Discovery {
  core::Topology topology;
  std::vector<core::Diagnostic> notes;
  core::HostState host;
};

/// All sources, in one go.
sources::MachineFacts collect_facts(const world::World& world);

/// \param where the machine's name in errors and notes: "this machine", or a recording Fails with
/// Category::Environment when no NVIDIA GPU is visible.
core::Result<Discovery> discover(const world::World& world, const std::string& where);

}  // namespace treering::hw::discover
