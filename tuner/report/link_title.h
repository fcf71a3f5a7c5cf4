// How people write the kinds of links.
#pragma once

#include <string_view>

#include "core/topology.h"

namespace treering::tuner {

/// "NVLink", "InfiniBand", "inter-socket", ...
std::string_view title_of(core::LinkKind kind);

}  // namespace treering::tuner
