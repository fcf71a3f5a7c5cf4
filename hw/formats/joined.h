// Several texts in one paste: one shows the machine, or none does, and all others say facts of it.
#pragma once

#include <string_view>

#include "hw/formats/format.h"

namespace treering::hw::formats {

/// Whether a text may hold others: not where it is one document, XML or JSON.
bool may_be_joined(std::string_view text);

/// What all texts of facts in it say (TEXT in formats.def); `read` is empty where there are none.
/// Of several hosts, by the prompts above their output, one counts: that of the machine, else the
/// first. Texts of other hosts and machines are left out, and notes say so.
/// \param machine that the paste shows; null for none
HostFacts facts_in(const Source& source, const LoadedCluster* machine = nullptr);

/// Adds what is not known yet to the state of the machine: GPUs are matched by bus id where the
/// machine's source has bus ids, else by number, ports by name.
void join(HostFacts facts, LoadedCluster& machine);

/// The same for a run.
void join(HostFacts facts, LoadedRun& run);

}  // namespace treering::hw::formats
