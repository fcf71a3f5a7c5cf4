// Devices of which a topology's source does not say what predictions depend on most.
#pragma once

#include "core/topology/topology.h"

namespace treering::hw::complete {

/// The first GPU whose compute capability is assumed and whose model neither its PCI id nor its
/// name shows; null where there is none.
const core::Device* unknown_gpu(const core::Topology& node);

/// The first port whose rate is assumed, but for those that have the rate of their adapter by its
/// PCI id; null where there is none.
const core::Device* port_of_unknown_rate(const core::Topology& node);

}  // namespace treering::hw::complete
