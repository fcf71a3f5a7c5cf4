// The kinds of links as people write them.
#pragma once

#include <string_view>

#include "core/topology/topology.h"

namespace treering::report {

/// "NVLink", "InfiniBand", "inter-socket", ...
std::string_view title_of(core::LinkKind kind);

}  // namespace treering::report
