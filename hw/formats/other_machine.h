// Whether a text of facts is of another machine than the one that stands in the same paste.
#pragma once

#include <optional>
#include <string>

#include "hw/formats/format.h"

namespace treering::hw::formats {

/// Why the facts of one text cannot be of the machine: "it shows 2 GPUs, the machine has 8";
/// nothing where they may be. Bus ids decide where both have them; else models, and numbers of GPUs
/// in tests of all pairs.
std::optional<std::string> why_other_machine(const core::HostState& facts,
                                             const LoadedCluster& machine);

}  // namespace treering::hw::formats
