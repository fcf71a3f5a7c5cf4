// What a call puts on the network ports of a node, in words: where a user thinks of adapters.
#pragma once

#include <string>

#include "app/ports.h"

namespace treering::report::prediction {

/// "46 of 50 GB/s a port; 1 GPU uses 1 of 4 ports, 3 idle". \param gpus of a node
std::string port_text(const app::PortShare& share, int gpus);

}  // namespace treering::report::prediction
