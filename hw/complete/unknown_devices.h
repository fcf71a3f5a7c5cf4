// Devices of which a topology's source does not say what predictions depend on most.
#pragma once

#include "core/topology/topology.h"

namespace treering::hw::complete {

/// Whether the compute capability of a GPU is assumed, and neither its PCI id nor its name shows
/// the model.
bool is_unknown_gpu(const core::Device& gpu);

/// Whether the rate of a port is assumed, and not that of its adapter by the PCI id.
bool has_unknown_rate(const core::Topology& node, const core::Device& port);

/// The first of these; null where there is none.
const core::Device* unknown_gpu(const core::Topology& node);
const core::Device* port_of_unknown_rate(const core::Topology& node);

}  // namespace treering::hw::complete
