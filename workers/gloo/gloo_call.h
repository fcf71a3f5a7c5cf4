// The collectives of Gloo: what it can do, and one of them ready to run.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/measure/configuration.h"
#include "workers/backend.h"

namespace gloo {
class Context;
}  // namespace gloo

namespace treering::workers::gloo {

// What Gloo has: algorithms, types and operations.

/// The algorithms by the collective's name. Gloo's own names where it has some; those of its older
/// classes that have a newer one of the same name beside them are "ring_simple" and "bcube_old".
std::map<std::string, std::vector<std::string>> forcible_algorithms();

/// Fails for what Gloo does not have: an average, protocols, an algorithm that it lacks, in place
/// where input and output differ, more bytes than an older class counts.
/// \param in_bytes of a rank's input
core::Result<void> check_ability(const tuner::measure::Configuration& asked, int ranks,
                                 std::size_t in_bytes);

// One collective of Gloo on a context, ready to run.

/// Fails as check_ability() does.
core::Result<std::unique_ptr<PreparedCall>> make_call(
    const std::shared_ptr<::gloo::Context>& context, const tuner::measure::Configuration& asked,
    const Memory& memory);

}  // namespace treering::workers::gloo
