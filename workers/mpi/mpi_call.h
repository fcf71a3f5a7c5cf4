// One collective of MPI on a communicator, ready to run.
#pragma once

#include <mpi.h>

#include "workers/backend.h"

namespace treering::workers::mpi {

/// Takes `communicator` over. Fails for what MPI does not have: an average, NCCL's protocols, in
/// place where MPI's meaning is another than NCCL's.
core::Result<std::unique_ptr<PreparedCall>> make_call(MPI_Comm communicator,
                                                      const tuner::measure::Configuration& asked,
                                                      const Memory& memory);

}  // namespace treering::workers::mpi
