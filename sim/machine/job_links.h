// The links of all machines of a job: numbered node by node, in the order of each node's NodeLinks,
// then the leaf switches' uplinks, two each: up, down.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/engine/sharing/fair_share.h"
#include "sim/links/node_links.h"

namespace treering::sim::machine {

using links::ClassLinks;
using links::LinkList;
using links::NodeLink;
using links::NodeLinks;

/// Leaf switches whose uplinks count. With rails a leaf is a group of them.
struct LeafSwitches {
  int leaves = 0;
  int rails = 1;
  int count() const { return leaves * rails; }
};

class JobLinks {
 public:
  /// \param each outlives this
  JobLinks(const ClassLinks& each, int nodes, LeafSwitches leaves);

  /// Of so many nodes like the first, without uplinks.
  JobLinks of_equal(int nodes) const;

  int nodes() const { return nodes_; }
  bool are_equal() const { return firsts_ == nullptr; }
  const NodeLinks& node(int node) const {
    return are_equal() ? each_->classes.front() : each_->of(node);
  }
  /// The number of a node's first link; of node nodes() that of the first uplink.
  engine::LinkId first(int node) const {
    return are_equal() ? node * per_node() : (*firsts_)[static_cast<std::size_t>(node)];
  }
  engine::LinkId up(int leaf, int rail) const {
    return first(nodes_) + 2 * (leaf * leaves_.rails + rail);
  }
  engine::LinkId down(int leaf, int rail) const { return up(leaf, rail) + 1; }
  int count() const { return first(nodes_) + 2 * leaves_.count(); }

  /// \pre link < first(nodes())
  const NodeLink& operator[](engine::LinkId link) const {
    const auto own = static_cast<std::size_t>(link - first(node_of(link)));
    return node(node_of(link)).links()[own];
  }
  int node_of(engine::LinkId link) const;

  /// "node 2: GPU 0 -> NVSwitch", without the node where there is one; "leaf 1 up", with rails
  /// "leaf 1, rail 3 up".
  std::string name(engine::LinkId link) const;

 private:
  /// Of nodes that are equal.
  int per_node() const { return static_cast<int>(each_->classes.front().links().size()); }

  const ClassLinks* each_;
  int nodes_;
  LeafSwitches leaves_;
  // By node, and the end; null where nodes are equal.
  std::shared_ptr<const std::vector<engine::LinkId>> firsts_;
};

}  // namespace treering::sim::machine
