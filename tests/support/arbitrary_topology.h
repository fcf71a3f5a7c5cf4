// Random valid topologies for property tests.
#pragma once

#include "core/topology/topology.h"

namespace treering::test {

/// To be called inside rc::check: draws a topology with every kind of device, link and attribute,
/// odd names and extreme figures among them.
core::Topology arbitrary_topology();

}  // namespace treering::test
