#include "sim/links/class_links.h"

namespace treering::sim::links {

ClassLinks class_links(const core::Cluster& cluster, const job::JobSpec& job) {
  ClassLinks links;
  for (const core::Topology* const node : topologies_of(cluster)) {
    links.classes.emplace_back(*node, job);
  }
  links.class_of = classes_by_node(cluster);
  return links;
}

}  // namespace treering::sim::links
