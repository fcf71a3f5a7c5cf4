// The NCCL that runs: one version of it, under the settings of one process.
#pragma once

#include "sim/job/settings.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::communicator {

/// Refers to values that its maker keeps.
struct Library {
  const versions::Version& version;
  const job::Settings& settings;
};

}  // namespace treering::sim::nccl::communicator
