// The links inside the nodes of a job: once for each class of equal nodes.
#pragma once

#include <vector>

#include "core/topology/cluster.h"
#include "sim/job/job.h"
#include "sim/links/node_links.h"

namespace treering::sim::links {

struct ClassLinks {
  std::vector<NodeLinks> classes;  // at least one
  std::vector<int> class_of;       // by node; empty: all are of the first class

  const NodeLinks& of(int node) const {
    return classes[class_of.empty()
                       ? 0
                       : static_cast<std::size_t>(class_of[static_cast<std::size_t>(node)])];
  }
};

/// \pre `job` can run on `cluster`
ClassLinks class_links(const core::Cluster& cluster, const job::JobSpec& job);

}  // namespace treering::sim::links
