// Calls of groups of ranks over many sizes, for people.
#pragma once

#include <string>

#include "app/groups/predict_groups.h"
#include "report/prediction/text_options.h"

namespace treering::report::simulation {

std::string predict_groups_text(const app::PredictGroupsReport& report,
                                const prediction::TextOptions& options);

}  // namespace treering::report::simulation
