// The switches between the nodes of a cluster, tier by tier, with the nodes below them.
#pragma once

#include "core/topology/cluster.h"
#include "report/drawing/fold.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing::cluster {

/// \param width that is there; what is unfolded may take more
Picture overview(const core::Cluster& cluster, double width, const Unfolded& unfolded);

}  // namespace treering::report::drawing::cluster
