#include "core/topology/cluster.h"

#include <cstdint>

#include <fmt/format.h>

namespace treering::core {

Result<void> check_size(const Cluster& cluster, const std::string& where) {
  if (cluster.node_count < 1 || cluster.node_count > kMaxRanks) {
    return bad_input(where, fmt::format("{} nodes", cluster.node_count),
                     fmt::format("expected 1..{}", kMaxRanks));
  }
  const std::int64_t gpus = cluster.node.gpu_count();
  const std::int64_t ranks = gpus * cluster.node_count;
  if (ranks <= kMaxRanks) return {};
  return bad_input(
      where, fmt::format("{} ranks ({} nodes with {} GPUs each)", ranks, cluster.node_count, gpus),
      fmt::format("expected at most {}", kMaxRanks),
      fmt::format("take up to {} nodes", kMaxRanks / gpus));
}

}  // namespace treering::core
