// What to measure next: where knowing more would change choices for the better.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/tune/belief.h"
#include "tuner/tune/grid.h"
#include "tuner/tune/standing.h"

namespace treering::tuner::tune {

/// What one more launch of each cell would save, as a share of the time of a call at the sizes
/// whose choice it would change, summed over the sizes: the knowledge gradient (lines.h). A cell
/// tells of its neighbours, too, as far as the belief connects them.
std::vector<double> value_of_measuring(const Grid& grid, const Belief& belief,
                                       const std::vector<bool>& possible);

/// Which cells count, by cell.
struct Cells {
  std::vector<bool> possible;  // as choices
  std::vector<bool> open;      // to be measured
  std::size_t most = 0;        // that one launch measures
};

/// The cells that one launch should measure, each once, the most valuable first; empty when all
/// choices are settled, and when nothing that is open would change one. Each is chosen as if those
/// before it had shown what is expected of them, so that they do not all ask the same.
std::vector<std::size_t> next_cells(const Grid& grid, Belief belief, const Cells& cells,
                                    const Rule& rule = {});

}  // namespace treering::tuner::tune
