// Distinguishes what the source of a machine reports from what is assumed.
#pragma once

#include <initializer_list>
#include <string_view>

#include "core/host_state/host_state.h"
#include "core/topology/topology.h"

namespace treering::tuner::diff {

/// Whether none of `fields` of the device is assumed.
bool is_known(const core::Device& device, std::initializer_list<std::string_view> fields);

bool is_known(const core::Link& link);

/// Whether the source reports which devices are near which CPU, and the devices between.
bool are_places_known(const core::Topology& node);

/// Whether the number of NVSwitches is that of the machine: in some sources one stands for all.
bool are_nvswitches_known(const core::Topology& node);

/// Whether the NVLinks, or their absence, are those of the machine.
bool are_nvlinks_known(const core::Topology& node, const core::HostState& host);

/// Whether the machine itself was asked, live or in a recording. Then it lacks variables and
/// plugins that it does not name; only then are its kernel and limits known.
bool was_asked(const core::HostState& host);

}  // namespace treering::tuner::diff
