// NCCL 2.28.9.
#pragma once

#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::versions {

const Version& version_2_28();

}  // namespace treering::sim::nccl::versions
