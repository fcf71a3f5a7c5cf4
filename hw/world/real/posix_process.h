// Programs of this machine, as World needs what they print.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "hw/world/world.h"

namespace treering::hw::world::real {

/// See World::run. Nothing is read from standard input. A program that takes longer than `limit` or
/// prints more than kMaxProcessText is ended, and that is Failed.
Seen<std::string> output_of(const std::vector<std::string>& command, std::chrono::seconds limit);

}  // namespace treering::hw::world::real
