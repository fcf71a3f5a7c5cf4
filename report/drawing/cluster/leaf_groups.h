// Many leaf switches with their nodes as cells, group beside group in rows.
#pragma once

#include <functional>
#include <string>

#include "report/drawing/cluster/cell_blocks.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing::cluster {

struct LeafGroups {
  struct Words {
    std::string title;
    std::string detail;
  };

  int nodes = 0;
  int per_leaf = 1;
  double width = 0;                      // that is there; many groups take more
  std::function<Words(int leaf)> words;  // what stands on a switch
};

/// On a ground of their own, with a handle that folds them. The corner is at 0, 0.
Picture draw(const LeafGroups& groups);

}  // namespace treering::report::drawing::cluster
