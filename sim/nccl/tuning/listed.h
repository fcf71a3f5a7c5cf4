// What NCCL_ALGO and NCCL_PROTO allow a collective, as each version reads them.
#pragma once

#include <string>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::tuning {

/// Why the two variables rule out this cell of the tuning table, or, if they do not mention
/// protocols, why the protocol itself is ruled out. Empty if the cell is allowed.
std::string not_listed(const rules::TuningQuery& query, Algorithm algorithm);

/// The same for Ring as the fallback of calls with no algorithm left (Unlisted::RingIfNone).
std::string why_no_fallback(const rules::TuningQuery& query);

/// A sentence on why this version chooses `chosen` although NCCL_ALGO does not name it. Empty if it
/// does.
std::string beyond_the_list(const job::Settings& settings, const versions::Version& version,
                            core::Collective collective, Algorithm chosen);

}  // namespace treering::sim::nccl::tuning
