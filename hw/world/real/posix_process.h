// Runs programs for World.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "hw/world/world.h"

namespace treering::hw::world::real {

/// See World::run. The program gets no standard input. One that takes longer than `limit` or prints
/// more than kMaxProcessText is ended and counts as Failed.
Seen<std::string> output_of(const std::vector<std::string>& command, std::chrono::seconds limit);

}  // namespace treering::hw::world::real
