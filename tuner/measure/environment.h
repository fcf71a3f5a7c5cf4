// What may explain a result later: the state of the machine where the conductor runs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace treering::tuner::measure {

/// By name, with units: kernel, CPU model, cores, load, clock and its governor, temperature. What
/// cannot be read is absent. \param root where /proc and /sys are
std::map<std::string, std::string> environment_now(const std::string& root = "");

/// How often a core was slowed down since the machine started, because it was too hot; nothing
/// where the machine does not say.
std::optional<std::uint64_t> throttle_events(const std::string& root = "");

/// In the environment of a result: how often that happened while it was measured.
inline constexpr const char* kThrottledFact = "throttled";

/// Likewise, by rank: what slowed GPUs down meanwhile, and how many other processes computed on
/// them.
inline constexpr const char* kGpuThrottledFact = "gpu_throttled";
inline constexpr const char* kGpuSharedFact = "gpu_other_processes";

}  // namespace treering::tuner::measure
