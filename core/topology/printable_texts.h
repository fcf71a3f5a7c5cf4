// Makes texts from drivers, logs and file names printable (core/text/quote.h). Unprintable texts in
// our own files are refused instead: core/printable_text.h.
#pragma once

#include "core/host_state/host_state.h"
#include "core/topology/topology.h"

namespace treering::core {

void make_printable(HostState& host);

/// Its name, its attributes, and its texts from the PCI bus and the processor.
void make_printable(Device& device);

}  // namespace treering::core
