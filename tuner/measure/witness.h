// Which algorithm sends these messages? What ran is judged by what went over the wires, not by what
// was asked for: a library that does not know an algorithm runs another and says nothing.
//
// The patterns are those of Open MPI 4.1 (ompi/mca/coll/base/coll_base_*.c) without segments, which
// are its defaults; some are those of the papers that it cites (Thakur, Rabenseifner & Gropp 2005,
// "Optimization of collective communication operations in MPICH").
#pragma once

#include <string>
#include <vector>

#include "tuner/measure/configuration.h"
#include "tuner/measure/messages.h"

namespace treering::tuner::measure {

/// All names of algorithms that send exactly `sent` in one call, sorted; none where no known one
/// does. \pre `sent` is sorted, equal ones counted
std::vector<std::string> algorithms_that_send(const std::vector<Sent>& sent,
                                              const Configuration& call, int ranks);

}  // namespace treering::tuner::measure
