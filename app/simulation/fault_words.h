// The form of faults: "NODE/DEVICE=VALUE", "NODE/DEVICE-DEVICE=VALUE".
#pragma once

#include <string_view>

#include "core/result.h"

namespace treering::app::simulation {

core::Failure not_a_fault(std::string_view word);

struct FaultPlace {
  int node = 0;
  std::string_view devices;  // "mlx5_0", "GPU 0-NVSwitch"
  std::string_view value;
};

/// \param nodes of the job. Refers to `word`.
core::Result<FaultPlace> place_of(std::string_view word, int nodes);

}  // namespace treering::app::simulation
