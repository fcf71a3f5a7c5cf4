// JSON and CSV of `treering predict`.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "app/predict.h"

namespace treering::cli {

// JSON and CSV of `treering predict`; docs/json.md describes the fields.

/// One of the results.
nlohmann::ordered_json row_json(const app::PredictReport& report, const sim::Prediction& row);

/// \pre the report is summarised
std::string predict_json(const app::PredictReport& report);

std::string predict_csv(const app::PredictReport& report);

}  // namespace treering::cli
