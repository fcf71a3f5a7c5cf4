// What stands below a table of `treering predict`: where NCCL changes its choice, and what follows.
#pragma once

#include <string>
#include <string_view>

#include "cli/predict_report.h"

namespace treering::cli {

/// Lines that start with '#', for the collective of this index.
std::string advice_text(const PredictReport& report, std::size_t index);

/// What a model is, in a line.
std::string_view model_text(sim::Model model);

}  // namespace treering::cli
