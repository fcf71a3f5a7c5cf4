// Paths over the hardware of a node, and the links on which NCCL fails to set them up.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/job/settings.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::paths {

// Paths between devices: breadth first from every CPU, GPU, NET and NVSwitch.
//
// The path with fewer hops wins, then the one with more bandwidth. A path leads through a GPU only
// by one NVLink hop to another GPU.

/// Index into LinkTable: one direction of one link of the System.
using LinkId = int;

/// The System's links by number. Valid as long as the System's links do not change.
struct LinkTable {
  struct Entry {
    PathType type = PathType::Loc;
    float bandwidth = 0;
    system::NodeId from = system::kNoNode;
    system::NodeId to = system::kNoNode;
  };
  std::vector<Entry> links;
  std::vector<LinkId> first_of;  // by node; one more at the end

  const Entry& operator[](LinkId id) const { return links[static_cast<std::size_t>(id)]; }
  /// The link of `type` from a to b; -1 when there is none.
  LinkId find(system::NodeId a, system::NodeId b, PathType type) const;
};

LinkTable number_links(const system::System& system);

struct Path {
  std::vector<LinkId> links;  // in order of travel; empty to the start itself or if unreachable
  float bandwidth = 0;        // narrowest link; 0 when unreachable
  PathType type = PathType::Dis;

  int hops() const { return static_cast<int>(links.size()); }
};

/// Paths between any two CPUs, GPUs, NETs and NVSwitches. Paths of other nodes are not needed, and
/// on a large machine with few GPUs they would fill nearly all of the table.
class PathTable {
 public:
  explicit PathTable(const system::System& system);

  /// \pre `from` and `type` are of these four types
  const Path& between(system::NodeId from, system::NodeType type, int index) const {
    return to_[static_cast<std::size_t>(type)][static_cast<std::size_t>(index)][row_of(from)];
  }
  Path& between(system::NodeId from, system::NodeType type, int index) {
    return to_[static_cast<std::size_t>(type)][static_cast<std::size_t>(index)][row_of(from)];
  }

  /// The nodes at which paths start and end.
  const std::vector<system::NodeId>& ends() const { return ends_; }

 private:
  std::size_t row_of(system::NodeId end) const { return rows_[static_cast<std::size_t>(end)]; }

  std::vector<system::NodeId> ends_;
  std::vector<std::size_t> rows_;  // by node: its place in ends_
  std::array<std::vector<std::vector<Path>>, system::kNodeTypes> to_;
};

/// Breadth-first paths over the hardware. Of the rules about their use, only one is applied:
/// whether a GPU relays NVLink traffic of others.
PathTable shortest_paths(const system::System& system, const LinkTable& links,
                         const job::PathPolicy& policy = {});

// Links without a reverse link, with which NCCL cannot make a communicator.
//
// When NCCL 2.28 sets up the paths from a device (src/graph/paths.cc, ncclTopoSetPaths), it needs
// the reverse of the first link that reaches another device. Without one it fails: "Failed to find
// reverse path". It reads NVLinks between GPUs and links between PCI switches (pcilink) separately
// for each end, and adds all other links in both directions.

/// The first link of `node` on which `job` would fail.
/// \pre every device of `job` exists
std::optional<core::Link> one_way_link(const core::Topology& node, const job::JobSpec& job);

}  // namespace treering::sim::nccl::paths
