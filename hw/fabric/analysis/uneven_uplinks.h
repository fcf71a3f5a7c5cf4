// Finds odd cables between switches: fewer, slower or spread differently than on other switches of
// the level.
#pragma once

#include <vector>

#include "hw/fabric/analysis/uneven_cabling.h"

namespace treering::hw::fabric::analysis {

/// In the order of the kinds.
std::vector<Finding> find_uneven_uplinks(const CheckedFabric& checked);

}  // namespace treering::hw::fabric::analysis
