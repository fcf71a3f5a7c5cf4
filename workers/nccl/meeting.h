// How ranks that a launcher has started on many machines find each other: in a folder that all see,
// rank 0 says where it listens.
#pragma once

#include <string>

#include "core/result.h"
#include "workers/nccl/star.h"

namespace treering::workers::nccl {

/// Of a rank that mpirun or srun has started.
struct Place {
  int rank = 0;
  int ranks = 1;
  int local_rank = 0;  // among those of its machine
};

/// By what mpirun and srun put into the environment. Fails without it.
core::Result<Place> place_under_launcher();

/// Waits for all ranks. Fails where the folder cannot be used, or another rank does not come.
core::Result<Star> meet(const Place& place, const std::string& folder);

}  // namespace treering::workers::nccl
