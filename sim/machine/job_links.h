// The links of all machines of a job: numbered node by node, in the order of each node's NodeLinks,
// then the leaf switches' uplinks, two each: up, down.
#pragma once

#include <string>

#include "sim/engine/fair_share.h"
#include "sim/machine/node_links.h"

namespace treering::sim::machine {

class JobLinks {
 public:
  /// \param each outlives this. \param leaves whose uplinks count; 0: none
  JobLinks(const NodeLinks& each, int nodes, int leaves)
      : each_(&each), nodes_(nodes), leaves_(leaves) {}

  int nodes() const { return nodes_; }
  const NodeLinks& node(int /*node*/) const { return *each_; }
  /// The number of a node's first link; of node nodes() that of the first uplink.
  engine::LinkId first(int node) const { return node * per_node(); }
  engine::LinkId up(int leaf) const { return first(nodes_) + 2 * leaf; }
  engine::LinkId down(int leaf) const { return up(leaf) + 1; }
  int count() const { return up(leaves_); }

  /// \pre link < first(nodes())
  const NodeLink& operator[](engine::LinkId link) const {
    const auto own = static_cast<std::size_t>(link - first(node_of(link)));
    return node(node_of(link)).links()[own];
  }
  int node_of(engine::LinkId link) const { return link / per_node(); }

  /// "node 2: GPU 0 -> NVSwitch", without the node where there is one; "leaf 1 up".
  std::string name(engine::LinkId link) const;

 private:
  int per_node() const { return static_cast<int>(each_->links().size()); }

  const NodeLinks* each_;
  int nodes_;
  int leaves_;
};

}  // namespace treering::sim::machine
