// NCCL 2.28's assumptions about hardware, and its channel search's parameters.
#pragma once

#include "sim/nccl/versions/hardware_constants.h"
#include "sim/nccl/versions/search_constants.h"

namespace treering::sim::nccl::versions {

const HardwareConstants& hardware_2_28();
const SearchConstants& search_2_28();

}  // namespace treering::sim::nccl::versions
