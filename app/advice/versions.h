// The choices of one version of NCCL beside those of another, for the same calls of the same job.
#pragma once

#include <optional>
#include <vector>

#include "app/predict.h"
#include "core/call.h"
#include "core/units.h"

namespace treering::app::advice {

struct VersionedChoice {
  core::Bytes asked;
  std::optional<sim::Prediction> one;  // nothing where that version has none to make, or fails
  std::optional<sim::Prediction> other;

  /// The same algorithm and protocol, on as many channels.
  bool is_same() const;
  /// Time with the other / time with the one; nothing where either has none.
  std::optional<double> factor() const;
};

/// By size, where both reports have it.
std::vector<VersionedChoice> compared_choices(const PredictReport& one, const PredictReport& other,
                                              core::Collective collective);

}  // namespace treering::app::advice
