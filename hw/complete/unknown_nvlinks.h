// Whether the NVLinks of a topology are those of the machine.
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

/// Why it is unknown which NVLinks the GPUs have. Unknown: none is in the topology, its source
/// cannot show them (`host.nvlinks_unknown`), and two GPUs or more may have some. Nothing where
/// they are known.
std::optional<UnknownNvlinks> unknown_nvlinks(const core::Topology& node,
                                              const core::HostState& host);

}  // namespace treering::hw::complete
