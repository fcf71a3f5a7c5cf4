// What may explain a result later: the state of the machine where the conductor runs.
#pragma once

#include <map>
#include <string>

namespace treering::tuner::measure {

/// By name, with units: kernel, CPU model, cores, load, clock and its governor, temperature. What
/// cannot be read is absent.
std::map<std::string, std::string> environment_now();

}  // namespace treering::tuner::measure
