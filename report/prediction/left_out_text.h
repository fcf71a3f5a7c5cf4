// Why some sizes of a table have no time.
#pragma once

#include <string>

#include "app/predict.h"
#include "core/collective.h"

namespace treering::report::prediction {

/// A sentence with a blank before it, where a simulation of some sizes would take too long; else
/// empty.
std::string left_out_sentence(const app::PredictReport& report, core::Collective collective);

}  // namespace treering::report::prediction
