#include "sim/machine/job_links.h"

#include <fmt/format.h>

namespace treering::sim::machine {

std::string JobLinks::name(engine::LinkId link) const {
  if (link >= first(nodes_)) {
    const int uplink = link - first(nodes_);
    return fmt::format("leaf {} {}", uplink / 2, uplink % 2 == 0 ? "up" : "down");
  }
  const std::string& own = (*this)[link].name;
  return nodes_ == 1 ? own : fmt::format("node {}: {}", node_of(link), own);
}

}  // namespace treering::sim::machine
