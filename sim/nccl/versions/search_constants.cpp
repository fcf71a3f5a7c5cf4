#include "sim/nccl/versions/search_constants.h"

namespace treering::sim::nccl::versions {

std::span<const float> search_speeds(const SearchConstants& search, bool spans_nodes,
                                     int compute_capability) {
  for (const SearchSpeeds& speeds : search.speeds) {
    if (compute_capability < speeds.from_compute_capability) continue;
    return spans_nodes ? speeds.between : speeds.inside;
  }
  return {};
}

}  // namespace treering::sim::nccl::versions
