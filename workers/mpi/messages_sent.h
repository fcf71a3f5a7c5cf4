// The messages that Open MPI's collectives send from this rank, noted below the collective: a
// source that does not know which algorithm was asked for.
//
// With pml_monitoring_enable, Open MPI 4's component pml/monitoring passes each message to
// mca_common_monitoring_record_pml (ompi/mca/common/monitoring/common_monitoring.h) before it goes
// to the network. Its own counts cannot be read in 4.1, since MPI_T loses its variables
// (open-mpi/ompi#9260), so the program defines that function itself.
#pragma once

#include <vector>

#include "tuner/measure/messages.h"

namespace treering::workers::mpi {

void start_noting();
/// What was sent since, by receiver and size; `from` is this rank.
std::vector<tuner::measure::Sent> stop_noting(int rank);
/// Whether Open MPI has passed a message to us at all.
bool is_noting_possible();

}  // namespace treering::workers::mpi
