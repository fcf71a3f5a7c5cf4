// Our connections beside those that the real NCCL set up.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/topology/cluster.h"
#include "sim/nccl/plan.h"
#include "tests/support/parity.h"

namespace treering::testing {

/// For collectives: all connections of the algorithms that the recording's calls chose, of which
/// none may be missing and none too many. Of messages between pairs: none of the recorded ones may
/// be missing, as ours are those of all pairs. Connections over shared memory are not recorded.
Tally compare_connections(const nlohmann::json& recorded, const core::Cluster& cluster,
                          const sim::nccl::Plan& ours);

using NamedRecording = std::pair<std::string, std::shared_ptr<const nlohmann::json>>;

/// The recordings of the folder `connections` in TREERING_ORACLE_OUT, by default
/// ../shared/oracle/out, by name. Empty where there is no such folder.
std::vector<NamedRecording> recorded_connections();

}  // namespace treering::testing
