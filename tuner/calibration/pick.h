// Where Ring and Tree were both forced and measured: did a model pick the faster one?
#pragma once

#include <cstddef>
#include <span>

#include "tuner/calibration/score.h"

namespace treering::tuner::calibration {

struct Picks {
  std::size_t questions = 0;  // sizes at which the two differ by more than 10 %
  std::size_t right = 0;
  double regret = 0;  // mean of (time of the pick / the lesser time - 1)

  double share_right() const;
};

/// The picks by the predictions, which keep NCCL's own choice where the other is not faster by
/// kLeastGain, as treering recommends. A question is one cluster, job, collective,
/// forced protocol and size.
Picks picks_of(std::span<const Scored> rows);

}  // namespace treering::tuner::calibration
