// One node as a picture: CPUs as columns, PCIe trees below them, GPUs in a row, what joins GPUs
// below that. Where a machine spans several hosts, the first is drawn in full, the others as boxes.
#pragma once

#include <optional>
#include <string>

#include "core/topology/topology.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

/// Without title and legend; the corner of everything is at 0, 0. `network`: the network of the
/// ports; where it is not given, the one that the adapters look like.
Picture machine_picture(const core::Topology& node,
                        std::optional<core::LinkKind> network = std::nullopt,
                        const Unfolded& unfolded = {});

/// "8 GPUs, 4 NVSwitches, 2 CPUs, 16 PCIe switches, 8 NICs, 8 NIC ports".
std::string parts_of(const core::Topology& node);

}  // namespace treering::report::drawing
