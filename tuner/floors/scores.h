// How floors fare on measured rows that their expectations have not seen: which good runs are below
// them, and which losses they find.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tuner/calibration/calibration.h"

namespace treering::tuner::floors {

/// What an expectation goes by.
enum class Knowing {
  Model,  // the cost model alone
  /// And the rows of other systems: runs of the same kind of machine, as many nodes and ranks, the
  /// same way, at a size that is no farther than a factor of four. Rows without any are left out.
  Published
};

struct FloorScore {
  std::size_t rows = 0;
  double below = 0;           // the share of rows below their floors
  double spreads_needed = 0;  // kFloorSpreads with which that would be kGoodBelow
  /// The share of rows that would be below had they lost kSmallLoss or kLargeLoss, and the mean of
  /// what their floors say of it.
  double caught_small = 0, said_small = 0;
  double caught_large = 0, said_large = 0;
};

struct FloorGroup {
  std::string rows;  // "all", "below 1 MiB", "from 256 MiB", "all_gather"
  FloorScore score;
};

/// Of all rows, by size, and by collective; those without rows are left out. \param rows predicted
/// by a fit without their system
std::vector<FloorGroup> floor_groups(const std::vector<calibration::Scored>& rows, Knowing knowing);

}  // namespace treering::tuner::floors
