// The lines around a table of a prediction: above it what to do, below it where NCCL changes its
// choice and what follows from the figures. All lines start with '#'; sentences have no such mark.
#pragma once

#include <cstddef>
#include <string>

#include "app/predict.h"

namespace treering::report::prediction {

/// What a sentence stands beside.
enum class Beside {
  Table,  // whose marks it explains, on a command line
  Forms   // of tuner/exporters, in a window
};

/// What to do for the collective of this index, at all sizes; empty where there is no advice.
std::string answer_sentence(const app::PredictReport& report, std::size_t index, Beside beside);

/// The same in lines; two or so.
std::string answer_text(const app::PredictReport& report, std::size_t index, std::size_t width);

std::string advice_text(const app::PredictReport& report, std::size_t index, std::size_t width);

/// Once, below the last table, a line at most: what holds for all of them.
std::string closing_text(const app::PredictReport& report, std::size_t width);

}  // namespace treering::report::prediction
