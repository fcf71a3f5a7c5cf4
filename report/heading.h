// What the heads of several reports say of the job and of the time model.
#pragma once

#include <string>

#include "app/setup/setup.h"
#include "app/setup/time_model.h"

namespace treering::report {

/// Lines of a heading: "# nics:     mlx5_0 (1 of 8 NIC ports), given by hand" and
/// "# settings: NCCL_ALGO=Ring"; empty where nothing is set.
std::string settings_lines(const app::setup::Setup& setup);

/// That NVLinks are unknown, as lines of a heading, with what is done about it.
std::string unknown_nvlinks_lines(const app::setup::Setup& setup);

/// "cost, profile published (hopper, nvswitch, infiniband 400G)".
std::string model_text(const app::setup::TimeModelName& name);

}  // namespace treering::report
