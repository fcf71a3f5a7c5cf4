// Which algorithm sends this? What ran is judged by what went over the wires, not by what was asked
// for: a library that does not know an algorithm runs another and says nothing.
//
// Of the witness "messages" every message is known, and compared with the patterns of sim/hosts. Of
// the witness "bytes" only sums for each pair of ranks are known; they are compared with those of
// Gloo (gloo_traffic.h).
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

/// Likewise with `bytes` in all from one rank to another, one entry for each pair.
std::vector<std::string> algorithms_with_traffic(const std::vector<Sent>& bytes,
                                                 const Configuration& call, int ranks);

/// Whether the algorithm would be recognised by a witness: what is not can have run unseen.
bool is_recognised(const std::string& witness, core::Collective collective,
                   const std::string& algorithm);

}  // namespace treering::tuner::measure
