// The first lines of `treering predict`: whose figures these are.
#pragma once

#include <string>

#include "cli/predict/predict_report.h"

namespace treering::cli {

/// Topology, job, fabric, settings and model; each line starts with '#'.
std::string predict_heading(const PredictReport& report);

}  // namespace treering::cli
