// A cluster as a picture: the switches between its nodes with the nodes below them, and one node in
// full; a lone node without the switches. With title and legend.
#pragma once

#include "core/cluster.h"
#include "tuner/report/drawing/picture.h"

namespace treering::tuner::drawing {

Picture cluster_picture(const core::Cluster& cluster);

}  // namespace treering::tuner::drawing
