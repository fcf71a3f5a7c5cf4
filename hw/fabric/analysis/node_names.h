// Names of nodes that distinguish them: many switches are called by their model alone.
#pragma once

#include <string>
#include <vector>

#include "hw/fabric/graph.h"

namespace treering::hw::fabric::analysis {

/// By node: its name_of(), with its GUID behind it (else its id) where others are called the same.
std::vector<std::string> distinct_names(const FabricGraph& graph);

}  // namespace treering::hw::fabric::analysis
