// A cluster as a picture: the switches between its nodes with the nodes below them, and one node in
// full; a lone node without the switches. With title and legend.
#pragma once

#include <string>

#include "core/topology/cluster.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

/// \param remark a sentence below the title; may be empty
Picture cluster_picture(const core::Cluster& cluster, const std::string& remark = {});

}  // namespace treering::report::drawing
