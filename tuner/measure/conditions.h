// The environment of a result, as texts by name: the state of the machine, the conditions that have
// to be alike for two results, and what the run was asked for.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tuner/measure/messages.h"
#include "tuner/measure/record.h"

namespace treering::tuner::measure {

// What may explain a result later: the state of the machine where the conductor runs.

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

// What has to be alike for two results to be of the same thing, and what a run of treering measure
// was asked for. All of it is in a result's environment, as texts by name.

/// Gbit/s of the ranks' links where treering laid them out ("0.1,2=0.02"); absent otherwise.
inline constexpr const char* kShapedFact = "shaped_gbit";

/// What ran in later calls of a result than those that `used` is of, where that is something else;
/// absent otherwise.
inline constexpr const char* kAlsoRanFact = "also_ran";

/// Variables that change how a library carries data: "OMPI_MCA_btl=tcp,self", "none".
inline constexpr const char* kVariablesFact = "variables";
inline constexpr const char* kNoVariables = "none";

/// Those of NCCL among facts: "NCCL_ALGO=Ring; NCCL_PROTO=LL"; kNoVariables.
std::string nccl_variables(const std::map<std::string, std::string>& environment);

/// Variables of NCCL that `treering tune` tries beside its algorithms and protocols; only a new
/// communicator reads them.
inline constexpr std::array<std::string_view, 6> kKnobVariables{"NCCL_BUFFSIZE",
                                                                "NCCL_NTHREADS",
                                                                "NCCL_CROSS_NIC",
                                                                "NCCL_PXN_DISABLE",
                                                                "NCCL_IB_QPS_PER_CONNECTION",
                                                                "NCCL_NVLS_ENABLE"};

/// Of a result that such a variable is judged by, its value: "NCCL_BUFFSIZE=8388608", or
/// kNoVariables where the launch ran as it is; absent otherwise.
inline constexpr const char* kKnobFact = "knob";

/// Facts that a sweep does not change, and that change what it measures: results that differ in one
/// are never put together.
inline constexpr std::array<std::string_view, 12> kConditionFacts{
    "library",   "cpu",        "cores",        "kernel",   "governor",    "binding",
    kShapedFact, kAlsoRanFact, kVariablesFact, "gpu_name", "cuda_driver", "cuda_runtime"};

/// In the environment of a result: the number of the first launch of the run that it is of; absent
/// where that is 0. Each run that is appended to a file counts on.
inline constexpr const char* kFirstLaunchFact = "first_launch";

/// Facts of the run rather than of the machines; a replay has its own.
inline constexpr std::array<std::string_view, 6> kRunFacts{"treering", "seed",           "rules",
                                                           "bind",     kFirstLaunchFact, kKnobFact};

/// Those of kConditionFacts that are known. What an earlier version wrote of NCCL's variables, each
/// as a fact of its own, is one condition.
std::map<std::string, std::string> conditions_of(const Record& record);

/// Whether a fact changes from moment to moment, or numbers runs: it makes two results no unlike
/// ones.
bool is_of_the_moment(std::string_view name);

/// Empty where it is unknown.
std::string fact_of(const Record& record, std::string_view name);

}  // namespace treering::tuner::measure
