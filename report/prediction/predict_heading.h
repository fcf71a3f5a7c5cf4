// The first lines of a prediction: whose figures these are.
#pragma once

#include <string>

#include "app/predict.h"

namespace treering::report::prediction {

/// Topology, job, fabric, settings and model; each line starts with '#'.
std::string predict_heading(const app::PredictReport& report);

}  // namespace treering::report::prediction
