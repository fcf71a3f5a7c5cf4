// A cluster as a picture: the switches between its nodes with the nodes below them, and one node in
// full; a lone node without the switches. With title and legend.
#pragma once

#include "core/topology/cluster.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

Picture cluster_picture(const core::Cluster& cluster);

}  // namespace treering::report::drawing
