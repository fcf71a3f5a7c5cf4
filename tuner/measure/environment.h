// What may explain a result later: the state of the machine where the conductor runs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "tuner/measure/messages.h"

namespace treering::tuner::measure {

/// By name, with units: kernel, CPU model, cores, load, clock and its governor, temperature. What
/// cannot be read is absent. \param root where /proc and /sys are
std::map<std::string, std::string> environment_now(const std::string& root = "");

/// These, and what the workers say of theirs. A replay has the machine of its recording.
std::map<std::string, std::string> environment_with(const Hello& hello);

/// In the environment of a result: when it was measured, UTC to the millisecond.
inline constexpr const char* kTimeFact = "time";

/// What may have slowed a measurement down, counted since the machine started; nothing where the
/// machine does not count it.
struct Strain {
  double at_us = 0;                              // of a steady clock
  std::optional<std::uint64_t> throttled;        // times that a core was slowed down: too hot
  std::optional<std::uint64_t> waited_us;        // time in which work waited for a core
  std::optional<std::uint64_t> stolen_ticks;     // of cores, taken by the host of a virtual machine
  std::optional<std::uint64_t> processor_ticks;  // of all cores, whatever they did
};

/// \param root where /proc and /sys are
Strain strain_now(const std::string& root = "");

// In the environment of a result, while it was measured: how often cores were slowed down; the
// share of the time in which work of anybody waited for a core, "12 %"; the share of the cores'
// time that the host of a virtual machine took.
inline constexpr const char* kThrottledFact = "throttled";
inline constexpr const char* kWaitedFact = "work_waited";
inline constexpr const char* kStolenFact = "cpu_stolen";

/// These facts, where known; throttling and stolen time where they are not 0.
std::map<std::string, std::string> strain_between(const Strain& before, const Strain& after);

// Of GPUs meanwhile, by rank: what slowed them down, and how many other processes computed on them.
inline constexpr const char* kGpuThrottledFact = "gpu_throttled";
inline constexpr const char* kGpuSharedFact = "gpu_other_processes";

}  // namespace treering::tuner::measure
