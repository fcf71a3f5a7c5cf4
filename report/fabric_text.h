// How a cluster's nodes are joined, in words and as JSON.
#pragma once

#include <string>

#include "core/topology/cluster.h"

namespace treering::report {

/// "fat tree of InfiniBand, 2 : 1 oversubscribed, 16 nodes per leaf switch, 0.30 us per hop"; empty
/// when unknown.
std::string fabric_text(const core::Fabric& fabric);

/// A line of a heading, "# fabric:   fat tree of InfiniBand"; empty when unknown.
std::string fabric_line(const core::Fabric& fabric);

}  // namespace treering::report
