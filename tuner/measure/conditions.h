// What has to be alike for two results to be of the same thing, and what a run of treering measure
// was asked for. All of it is in a result's environment, as texts by name.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "tuner/measure/record.h"

namespace treering::tuner::measure {

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
