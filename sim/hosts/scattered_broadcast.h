// Broadcasts that scatter the data down a binomial tree and then gather all parts everywhere
// (Thakur, Rabenseifner & Gropp 2005; ompi_coll_base_bcast_intra_scatter_allgather and
// _scatter_allgather_ring in Open MPI). Where the elements do not divide, the last ranks have a
// small part or none; what is empty is sent too.
#pragma once

#include "sim/hosts/patterns.h"

namespace treering::sim::hosts {

/// Gathers by recursive doubling. Ranks whose partner does not exist get its part from a
/// neighbour.
void scatter_and_doubling(const PatternSize& size, Messages& out);
/// Gathers around a ring.
void scatter_and_ring(const PatternSize& size, Messages& out);

}  // namespace treering::sim::hosts
