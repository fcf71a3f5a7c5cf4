// What NCCL_ALGO and NCCL_PROTO leave to a collective, as each version takes them.
#pragma once

#include <string>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::tuning {

/// Why the two variables rule out this cell of the tuning table, or, where they say nothing of the
/// protocol, the protocol itself; empty where it stays.
std::string not_listed(const rules::TuningQuery& query, Algorithm algorithm);

/// The same of Ring where it stands in for what has nothing left (Unlisted::RingIfNone).
std::string cannot_stand_in(const rules::TuningQuery& query);

/// A sentence on why this version chooses `chosen` although NCCL_ALGO does not name it; empty where
/// it does.
std::string beyond_the_list(const job::Settings& settings, const versions::Version& version,
                            core::Collective collective, Algorithm chosen);

}  // namespace treering::sim::nccl::tuning
