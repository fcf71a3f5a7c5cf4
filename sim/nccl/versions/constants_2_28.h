// NCCL 2.28.9, from which all other versions are told apart: its numbers as a whole, and those of
// its graph code.
#pragma once

#include "sim/nccl/versions/graph_constants.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::versions {

// NCCL 2.28's assumptions about hardware, and its channel search's parameters.

const HardwareConstants& hardware_2_28();
const SearchConstants& search_2_28();

// NCCL 2.28.9.

const Version& version_2_28();

}  // namespace treering::sim::nccl::versions
