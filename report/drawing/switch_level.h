// The switches of a level of a fabric as boxes: each by itself, or alike ones as one.
#pragma once

#include <string>
#include <vector>

#include "hw/fabric/analysis/fabric.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

/// Switches of a level that are drawn as one box.
struct Drawn {
  std::vector<hw::fabric::FabricNodeId> nodes;
  std::string name;
  std::vector<std::string> details;
  Area area;
};

/// Whether they are too many to be shown one by one unasked.
bool is_foldable(const hw::fabric::analysis::TreeLevel& level);

/// Each by itself, or where they are too many by how many cables they have.
std::vector<Drawn> boxes_of(const hw::fabric::FabricGraph& subnet,
                            const hw::fabric::analysis::TreeLevel& level, bool is_unfolded);

}  // namespace treering::report::drawing
