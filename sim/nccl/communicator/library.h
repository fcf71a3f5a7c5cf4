// The NCCL of a process: its version and its settings.
#pragma once

#include "sim/job/settings.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::communicator {

/// Refers to values that its creator owns.
struct Library {
  const versions::Version& version;
  const job::Settings& settings;
};

}  // namespace treering::sim::nccl::communicator
