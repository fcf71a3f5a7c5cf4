// NCCL's algorithms and protocols in the order of its enums (NCCL_ALGO_TREE is 0, NCCL_PROTO_LL is
// 0), with the names in its variables (ncclAlgoStr and ncclProtoStr of src/init.cc).
#pragma once

#include <array>
#include <string_view>

namespace treering::workers::nccl {

struct Name {
  std::string_view ours;
  std::string_view in_variables;
};

inline constexpr std::array kAlgorithms{Name{"tree", "Tree"},
                                        Name{"ring", "Ring"},
                                        Name{"collnet_direct", "CollNetDirect"},
                                        Name{"collnet_chain", "CollNetChain"},
                                        Name{"nvls", "NVLS"},
                                        Name{"nvls_tree", "NVLSTree"},
                                        Name{"pat", "PAT"}};
inline constexpr std::array kProtocols{Name{"ll", "LL"}, Name{"ll128", "LL128"},
                                       Name{"simple", "Simple"}};

}  // namespace treering::workers::nccl
