#include "sim/machine/job_links.h"

#include <fmt/format.h>

namespace treering::sim::machine {

std::string JobLinks::name(engine::LinkId link) const {
  if (link >= first(nodes_)) {
    const int uplink = link - first(nodes_);
    return fmt::format("leaf {} {}", uplink / 2, uplink % 2 == 0 ? "up" : "down");
  }
  const int at = link / per_node();
  const std::string& own = node(at).links()[static_cast<std::size_t>(link - first(at))].name;
  return nodes_ == 1 ? own : fmt::format("node {}: {}", at, own);
}

}  // namespace treering::sim::machine
