// What Gloo has: algorithms, types and operations.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/measure/configuration.h"

namespace treering::workers::gloo {

/// The algorithms by the collective's name. Gloo's own names where it has some; those of its older
/// classes that have a newer one of the same name beside them are "ring_simple" and "bcube_old".
std::map<std::string, std::vector<std::string>> forcible_algorithms();

/// Fails for what Gloo does not have: an average, protocols, an algorithm that it lacks, in place
/// where input and output differ, more bytes than an older class counts.
/// \param in_bytes of a rank's input
core::Result<void> check_ability(const tuner::measure::Configuration& asked, int ranks,
                                 std::size_t in_bytes);

}  // namespace treering::workers::gloo
