// Notes on a discovered topology: what could not be read, and what is assumed instead.
#pragma once

#include <vector>

#include "core/diagnostic.h"
#include "core/topology/topology.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

std::vector<core::Diagnostic> notes_on(const core::Topology& topology,
                                       const sources::MachineFacts& facts);

/// Files of one name that fail for the same reason share one note.
std::vector<core::Diagnostic> notes_on(const std::vector<sources::Unread>& unread);

}  // namespace treering::hw::discover::build
