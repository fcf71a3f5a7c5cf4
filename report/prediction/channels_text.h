// A prediction under limits on channels, for people: a row for each size and number of channels,
// with the share of the GPUs that it takes and the time that it loses.
#pragma once

#include <string>

#include "app/predict.h"
#include "report/prediction/text_options.h"

namespace treering::report::prediction {

/// \pre the report has channel_limits
std::string channels_text(const app::PredictReport& report, const TextOptions& options);

}  // namespace treering::report::prediction
