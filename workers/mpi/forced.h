// Forces an algorithm of Open MPI's component coll/tuned by the control variables of MPI_T.
//
// coll_tuned_COLLECTIVE_algorithm is an enumeration whose names the library gives itself; a new
// communicator takes its value. It counts only where coll_tuned_use_dynamic_rules is true, which
// has to be set before MPI_Init.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <mpi.h>

#include "core/collective.h"
#include "core/result.h"

namespace treering::workers::mpi {

/// The algorithms by the collective's name, without "ignore", the library's own choice.
std::map<std::string, std::vector<std::string>> forcible_algorithms();

/// What the variables hold before anything is forced: "ignore", or what the user set.
using OwnChoices = std::map<core::Collective, int>;
OwnChoices own_choices();

/// A copy of `world` whose `collective` runs `algorithm`, and all others what is in `own`; empty:
/// all of them.
core::Result<MPI_Comm> forced_communicator(MPI_Comm world, core::Collective collective,
                                           const std::string& algorithm, const OwnChoices& own);

}  // namespace treering::workers::mpi
