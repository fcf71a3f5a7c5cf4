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

/// An advised way that took longer than NCCL's own choice, at a size for which it is advised.
struct Refuted {
  std::string way;  // "Ring/LL"
  core::Bytes bytes;
  double longer = 1;  // its time over that of the own choice
};

struct AdviceBesideRuns {
  /// Time of NCCL's own choice over that of the advised way, at the size of the advice. Nothing
  /// where either was not measured, or nothing is advised.
  std::optional<double> gain;
  /// Of all sizes for which something is advised, the one where that took longest.
  std::optional<Refuted> refuted;
  /// Where the fastest way of all is clearly faster than NCCL's own choice: at which size most.
  std::optional<FasterInRuns> fastest;

  /// Whether the runs show no gain where the advice expects one.
  bool contradicts() const { return refuted.has_value(); }
};

/// \param ranges of the same collective
AdviceBesideRuns beside_runs(const std::optional<advice::Recommended>& advice,
                             const std::vector<advice::RecommendedRange>& ranges,
                             const std::vector<MeasuredSeries>& measured);

}  // namespace treering::app::overview
