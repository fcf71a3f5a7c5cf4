// A cluster as a picture: the switches between its nodes with the nodes below them, and one node in
// full; a lone node without the switches. With title and legend.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/topology/cluster.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing::cluster {

/// \param remark a sentence below the title; may be empty
Picture cluster_picture(const core::Cluster& cluster, const std::string& remark = {});

struct Shown {
  std::string remark = {};
  Unfolded unfolded = {};
  Frame frame = Frame::Sheet;
  std::optional<int> node = {};  // the one in full: one of the cluster's; none: that of most nodes
  std::size_t job_gpus = 0;      // of each node; 0: all
  std::vector<int> marked = {};  // nodes whose marks it has, ascending; of the one in full its own
};
/// Linear in what is drawn one by one; cells (picture.h) count as nothing.
Picture cluster_picture(const core::Cluster& cluster, const Shown& shown);

/// "node 17, as each of the 64: they are described alike"; "each node" of none.
std::string node_title(const core::Cluster& cluster, std::optional<int> node);

}  // namespace treering::report::drawing::cluster
