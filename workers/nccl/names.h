// NCCL's algorithms and protocols in the order of its enums (NCCL_ALGO_TREE is 0, NCCL_PROTO_LL is
// 0), with the names in its variables (ncclAlgoStr and ncclProtoStr of src/init.cc) and in settings
// of calls (src/config/algorithm_registry.cc of 2.31: "TREE_LL128").
#pragma once

#include <array>
#include <string_view>

namespace treering::workers::nccl {

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

}  // namespace treering::workers::nccl
