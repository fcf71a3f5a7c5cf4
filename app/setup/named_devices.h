// The devices of a machine that a sentence names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"

namespace treering::app::setup {

/// Their names, as they stand in `node`: "GPU 1" is in "GPU 1: x8", not in "GPU 12: x8".
std::vector<std::string> named_devices(const core::Topology& node, std::string_view text);

}  // namespace treering::app::setup
