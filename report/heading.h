// Lines about job and time model in the headings of several reports.
#pragma once

#include <string>

#include "app/setup/setup.h"
#include "app/setup/time_model.h"

namespace treering::report {

/// Lines of a heading: "# nics:     mlx5_0 (1 of 8 NIC ports), given by hand" and
/// "# settings: NCCL_ALGO=Ring"; empty where nothing is set.
std::string settings_lines(const app::setup::Setup& setup);

/// Lines of a heading for unknown NVLinks, with the remedy.
std::string unknown_nvlinks_lines(const app::setup::Setup& setup);

/// "cost, profile published (hopper, nvswitch, infiniband 400G)".
std::string model_text(const app::setup::TimeModelName& name);

}  // namespace treering::report
