// Makes a core::Fabric, which the rest of the program uses, from a fabric's graph, and keeps all
// that was found on the way: hosts, levels, rails, oddities.
#pragma once

#include <string>
#include <vector>

#include "core/topology/cluster.h"
#include "hw/fabric/analysis/fat_tree.h"
#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/analysis/rails.h"
#include "hw/fabric/analysis/uneven_cabling.h"

namespace treering::hw::fabric::analysis {

struct FoundFabric {
  FabricHosts hosts;
  FatTree tree;
  Rails rails;
  std::vector<Finding> findings;
  std::vector<std::string> names;  // of nodes, each its own
  core::Fabric fabric;             // kind Unspecified where it is no fat tree
  int host_count = 0;              // that have a name and a cable
};

/// `source` names the text: the origin of the figures.
FoundFabric fabric_of(const FabricGraph& graph, const std::string& source);

}  // namespace treering::hw::fabric::analysis
