// A prediction for people: tables in the manner of nccl-tests, with '#' before all that is no
// figure, so that scripts written for nccl-tests find their way.
#pragma once

#include <string>

#include "app/predict.h"
#include "report/prediction/text_options.h"

namespace treering::report::prediction {

/// \pre the report is summarised
std::string predict_text(const app::PredictReport& report, const TextOptions& options);

}  // namespace treering::report::prediction
