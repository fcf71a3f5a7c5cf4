// The published runs nearest to a predicted call, in words.
#pragma once

#include <cstddef>
#include <string>

#include "app/predict.h"
#include "tuner/reference/nearest.h"

namespace treering::report::prediction {

/// "same machine", "2 x in nodes, another GPU, another network, 8 x in size".
std::string distance_text(const tuner::reference::Distance& distance);

/// "extrapolated 24 x in nodes from some-run".
std::string beyond_runs_text(const tuner::reference::Beyond& beyond);

/// For the collective of this index, lines that start with '#': the runs, then that the answer is
/// beyond all of them, or that there is none. Empty where nobody knows the kind of machine.
std::string nearest_text(const app::PredictReport& report, std::size_t index, std::size_t width);

}  // namespace treering::report::prediction
