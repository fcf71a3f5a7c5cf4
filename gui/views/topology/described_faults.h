// What the source of a cluster says of single nodes, in the form of faults that are tried.
#pragma once

#include "core/topology/cluster.h"
#include "gui/views/topology/node_faults.h"

namespace treering::gui::views::topology {

/// Of each node that is not like most: the devices that it lacks; nothing in particular where it
/// lacks none, but differs.
NodeFaults described_faults(const core::Cluster& cluster);

/// \param described goes before
NodeFaults with_tried(NodeFaults described, const NodeFaults& tried);

}  // namespace treering::gui::views::topology
