#include "sim/nccl/types.h"

#include <array>
#include <cstddef>

namespace treering::sim::nccl {
namespace {

constexpr std::array<std::string_view, 12> kPathTypes{"LOC", "NVL", "NVB", "C2C", "PIX", "PXB",
                                                      "P2C", "PXN", "PHB", "SYS", "NET", "DIS"};
constexpr std::array<std::string_view, kAlgorithms> kAlgorithmNames{
    "Tree", "Ring", "CollNetDirect", "CollNetChain", "NVLS", "NVLSTree", "PAT"};
constexpr std::array<std::string_view, kProtocols> kProtocolNames{"LL", "LL128", "Simple"};

}  // namespace

std::string_view name_of(PathType type) {
  return kPathTypes.at(static_cast<std::size_t>(type));
}

std::string_view name_of(Algorithm algorithm) {
  return kAlgorithmNames.at(static_cast<std::size_t>(algorithm));
}

std::string_view name_of(Protocol protocol) {
  return kProtocolNames.at(static_cast<std::size_t>(protocol));
}

}  // namespace treering::sim::nccl
