// What a reader of a discovered topology should know: what could not be read, and what is assumed
// in its place.
#pragma once

#include <vector>

#include "core/diagnostic.h"
#include "core/topology.h"
#include "hw/discover/machine_facts.h"

namespace treering::hw {

std::vector<core::Diagnostic> notes_on(const core::Topology& topology, const MachineFacts& facts);

/// Files of one name that fail for one reason are one note.
std::vector<core::Diagnostic> notes_on(const std::vector<Unread>& unread);

}  // namespace treering::hw
