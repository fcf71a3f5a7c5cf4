// Unique names for nodes: many switches are named only by their model.
#pragma once

#include <string>
#include <vector>

#include "hw/fabric/graph.h"

namespace treering::hw::fabric::analysis {

/// By node: its name_of(), followed by its GUID (else its id) where others have the same name.
std::vector<std::string> distinct_names(const FabricGraph& graph);

}  // namespace treering::hw::fabric::analysis
