// What stands around a table of `treering predict`: above it what to do, below it where NCCL
// changes its choice and what the figures come to. All lines start with '#'.
#pragma once

#include <string>

#include "cli/predict/predict_report.h"

namespace treering::cli {

/// In two lines or so, for the collective of this index; empty where there is nothing to decide.
std::string answer_text(const PredictReport& report, std::size_t index);

std::string advice_text(const PredictReport& report, std::size_t index);

/// Once, below the last table: what holds for all of them.
std::string closing_text(const PredictReport& report);

}  // namespace treering::cli
