// One collective of Gloo on a context, ready to run.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "workers/backend.h"

namespace gloo {
class Context;
}

namespace treering::workers::gloo {

/// The algorithms by the collective's name. Gloo's own names where it has some; those of its older
/// classes that have a newer one of the same name beside them are "ring_simple" and "bcube_old".
std::map<std::string, std::vector<std::string>> forcible_algorithms();

/// Fails for what Gloo does not have: an average, protocols, an algorithm that it lacks, in place
/// where input and output differ.
core::Result<std::unique_ptr<Call>> make_call(const std::shared_ptr<::gloo::Context>& context,
                                              const tuner::measure::Configuration& asked,
                                              const Memory& memory);

}  // namespace treering::workers::gloo
