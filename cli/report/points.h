// The points of a report's charts as JSON objects.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/overview/overview.h"

namespace treering::cli {

nlohmann::ordered_json point_json(const app::overview::CurvePoint& point);
nlohmann::ordered_json point_json(const app::overview::BoundPoint& point);
nlohmann::ordered_json point_json(const app::overview::MeasuredPoint& point);

}  // namespace treering::cli
