// The NCCL that runs: one version of it, under the settings of one process.
#pragma once

#include "sim/nccl/settings.h"
#include "sim/nccl/version.h"

namespace treering::sim::nccl {

/// Refers to values that its maker keeps.
struct Library {
  const Version& version;
  const Settings& settings;
};

}  // namespace treering::sim::nccl
