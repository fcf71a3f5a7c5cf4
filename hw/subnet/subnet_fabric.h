// From a subnet to what the rest of the program takes for a fabric, and all that was found on the
// way: hosts, levels, rails, what is odd.
#pragma once

#include <string>
#include <vector>

#include "core/cluster.h"
#include "hw/subnet/fat_tree.h"
#include "hw/subnet/hosts.h"
#include "hw/subnet/rails.h"
#include "hw/subnet/uneven_cabling.h"

namespace treering::hw {

struct SubnetFabric {
  SubnetHosts hosts;
  FatTree tree;
  Rails rails;
  std::vector<Finding> findings;
  std::vector<std::string> names;  // of nodes, each its own
  core::Fabric fabric;             // kind Unspecified where it is no fat tree
  int host_count = 0;              // that have a name and a cable
};

/// `source` names the text: the origin of the figures.
SubnetFabric fabric_of(const Subnet& subnet, const std::string& source);

}  // namespace treering::hw
