// The abilities of NCCL by its names, and how it is made to do what is asked for.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "tuner/measure/configuration.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

// NCCL's algorithms and protocols in the order of its enums (NCCL_ALGO_TREE is 0, NCCL_PROTO_LL is
// 0), with the names in its variables (ncclAlgoStr and ncclProtoStr of src/init.cc) and in settings
// of calls (src/config/algorithm_registry.cc of 2.31: "TREE_LL128").

struct Name {
  std::string_view ours;
  std::string_view in_variables;
  std::string_view in_settings;
};

inline constexpr std::array kAlgorithms{Name{"tree", "Tree", "TREE"},
                                        Name{"ring", "Ring", "RING"},
                                        Name{"collnet_direct", "CollNetDirect", "COLLNET_DIRECT"},
                                        Name{"collnet_chain", "CollNetChain", "COLLNET_CHAIN"},
                                        Name{"nvls", "NVLS", "NVLS"},
                                        Name{"nvls_tree", "NVLSTree", "NVLSTREE"},
                                        Name{"pat", "PAT", "PAT"}};
inline constexpr std::array kProtocols{Name{"ll", "LL", "LL"}, Name{"ll128", "LL128", "LL128"},
                                       Name{"simple", "Simple", "SIMPLE"}};

// What NCCL has, and how it is made to do what is asked for.
//
// NCCL_ALGO and NCCL_PROTO are read when a communicator is made (ncclTopoTuneModel in
// src/graph/tuning.cc), so a new communicator heeds new values. NCCL_MIN_NCHANNELS, NCCL_MAX_CTAS
// and their like are read once in a process (NCCL_PARAM in src/graph/connect.cc and src/init.cc of
// 2.28.9): channels are set in the settings of the communicator instead.

/// The algorithms by the collective's name; whether this machine has what they need, NCCL says when
/// it runs. None for those that are made of sends and receives.
std::map<std::string, std::vector<std::string>> forcible_algorithms();

/// Fails for what NCCL does not have: an unknown algorithm or protocol, in place where input and
/// output differ, a choice for what is made of sends and receives, channels before NCCL 2.17,
/// floats of 8 bits before 2.24. \param version as ncclGetVersion has it
core::Result<void> check_ability(const tuner::measure::Configuration& asked, int version);

/// The values of NCCL_ALGO and NCCL_PROTO by name; nothing for what NCCL is to choose itself.
/// \pre check_ability(asked)
std::map<std::string, std::string> forcing_variables(const tuner::measure::Configuration& asked);

/// The same for the settings of a call (CallSettings::algorithms); empty for NCCL's own choice.
/// \pre check_ability(asked)
std::string selection_of(const tuner::measure::Configuration& asked);

/// With as many channels as asked for, or NCCL's own choice.
CommunicatorSettings communicator_settings(const tuner::measure::Configuration& asked);

/// NCCL's number of the type and of the operation (ncclDataType_t, ncclRedOp_t); -1 of mulsum, to
/// which a communicator gives one.
int number_of(core::DataType type);
int number_of(core::ReduceOp op);

}  // namespace treering::workers::nccl
