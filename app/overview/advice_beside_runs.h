// What the measured points of a report say of its advice, which is drawn from predictions alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/advice/recommend.h"
#include "app/overview/measured.h"
#include "core/units.h"

namespace treering::app::overview {

/// A way that took less time than NCCL's own choice.
struct FasterInRuns {
  std::string way;  // "Tree/Simple"
  core::Bytes bytes;
  double gain = 1;  // the own choice's time over its
};

struct AdviceBesideRuns {
  /// Time of NCCL's own choice over that of the advised way, at the size of the advice. Nothing
  /// where either was not measured, or nothing is advised.
  std::optional<double> gain;
  /// Where the fastest way of all is clearly faster than NCCL's own choice: at which size most.
  std::optional<FasterInRuns> fastest;

  /// Whether the runs show no gain where the advice expects one.
  bool contradicts() const { return gain && *gain < 1; }
};

AdviceBesideRuns beside_runs(const std::optional<advice::Recommended>& advice,
                             const std::vector<MeasuredSeries>& measured);

}  // namespace treering::app::overview
