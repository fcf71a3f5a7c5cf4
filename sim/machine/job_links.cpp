#include "sim/machine/job_links.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace treering::sim::machine {

JobLinks::JobLinks(const ClassLinks& each, int nodes, LeafSwitches leaves)
    : each_(&each), nodes_(nodes), leaves_(leaves) {
  if (each.class_of.empty()) return;
  std::vector<engine::LinkId> firsts{0};
  for (int node = 0; node < nodes; ++node) {
    firsts.push_back(firsts.back() + static_cast<int>(each.of(node).links().size()));
  }
  firsts_ = std::make_shared<const std::vector<engine::LinkId>>(std::move(firsts));
}

JobLinks JobLinks::of_equal(int nodes) const {
  JobLinks links = *this;
  links.nodes_ = nodes;
  links.leaves_ = {};
  links.firsts_ = nullptr;
  return links;
}

int JobLinks::node_of(engine::LinkId link) const {
  if (are_equal()) return link / per_node();
  return static_cast<int>(std::ranges::upper_bound(*firsts_, link) - firsts_->begin()) - 1;
}

std::string JobLinks::name(engine::LinkId link) const {
  if (link >= first(nodes_)) {
    const int uplink = link - first(nodes_);
    const int number = uplink / 2;
    const std::string rail =
        leaves_.rails > 1 ? fmt::format(", rail {}", number % leaves_.rails) : "";
    return fmt::format("leaf {}{} {}", number / leaves_.rails, rail,
                       uplink % 2 == 0 ? "up" : "down");
  }
  const std::string& own = (*this)[link].name;
  return nodes_ == 1 ? own : fmt::format("node {}: {}", node_of(link), own);
}

}  // namespace treering::sim::machine
