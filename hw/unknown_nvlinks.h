// Whether a topology without NVLinks is one of GPUs that have none.
#pragma once

#include <optional>
#include <string>

#include "core/host_state.h"
#include "core/topology.h"

namespace treering::hw {

/// Why it is unknown which NVLinks the GPUs have, in words: none is in the topology, its source
/// cannot tell them (`host.nvlinks_untold`), and two GPUs or more may have some. Nothing where they
/// are known.
std::optional<std::string> unknown_nvlinks(const core::Topology& node, const core::HostState& host);

}  // namespace treering::hw
