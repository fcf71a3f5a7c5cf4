// Where the figures of a picture come from, for those who point at them.
#pragma once

#include <string>

#include "core/figure.h"
#include "core/topology/topology.h"

namespace treering::report::drawing {

/// "specification: NVIDIA DGX H100 user guide", "assumed".
std::string text_of(const core::Origin& origin);

/// "assumed, because the source lacks it: rate, GPUDirect RDMA"; "as the source of the topology has
/// it" where nothing is.
std::string origin_text(const core::Device& device);

}  // namespace treering::report::drawing
