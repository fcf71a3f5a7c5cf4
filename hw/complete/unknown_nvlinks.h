// Whether a topology shows the NVLinks that the machine has.
#pragma once

#include <optional>
#include <string>

#include "core/host_state/host_state.h"
#include "core/topology/topology.h"

namespace treering::hw::complete {

enum class NvlinkDoubt {
  Unknown,  // the topology has none, but its source cannot show any: counted as none
  TooMany   // a GPU has more than its generation can have: counted as they stand
};

struct UnknownNvlinks {
  NvlinkDoubt doubt = NvlinkDoubt::Unknown;
  std::string why;  // in words
};

/// Why it is unknown which NVLinks the GPUs have; nothing where they are known. Unknown: the
/// topology has none, its source cannot show any (`host.nvlinks_unknown`), and at least two GPUs
/// may have some: by their model, or because that is a guess.
std::optional<UnknownNvlinks> unknown_nvlinks(const core::Topology& node,
                                              const core::HostState& host);

}  // namespace treering::hw::complete
