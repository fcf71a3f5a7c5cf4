#include "sim/machine/class_links.h"

#include "core/topology/node_classes.h"

namespace treering::sim::machine {

ClassLinks class_links(const core::Cluster& cluster, const job::JobSpec& job) {
  ClassLinks links;
  for (const core::Topology* const node : topologies_of(cluster)) {
    links.classes.emplace_back(*node, job);
  }
  links.class_of = classes_by_node(cluster);
  return links;
}

}  // namespace treering::sim::machine
