// How a cluster's nodes are joined, in words and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/topology/cluster.h"

namespace treering::cli {

/// "fat tree of InfiniBand, 2 : 1 oversubscribed, 16 nodes per leaf switch, 0.30 us per hop"; empty
/// when nobody said.
std::string fabric_text(const core::Fabric& fabric);

/// A line of a heading, "# fabric:   fat tree of InfiniBand"; empty when nobody said.
std::string fabric_line(const core::Fabric& fabric);

/// The fields of our cluster JSON; null when nobody said.
nlohmann::ordered_json fabric_json(const core::Fabric& fabric);

}  // namespace treering::cli
