// What drivers, logs and file names said, made fit to be part of a value (printable in
// core/text/quote.h). What our own files say is refused instead: core/fit_text.h.
#pragma once

#include "core/host_state/host_state.h"
#include "core/topology/topology.h"

namespace treering::core {

void make_printable(HostState& host);

/// Its name, attributes, and what the PCI bus and the processor say of it.
void make_printable(Device& device);

}  // namespace treering::core
