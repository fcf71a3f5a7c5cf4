// The order in which the channel search tries GPUs and NETs. The order decides which of several
// equally good layouts NCCL finds first and uses.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/search/link_moves.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::search {

/// Whether the next GPU should be near the channel's NET, because the channel returns there from
/// it.
enum class NetPull { None, Towards, AwayFrom };

struct GpuOrderRequest {
  Pattern pattern = Pattern::Ring;
  int from = 0;       // GPU index
  int start_net = 0;  // NET the channel started from; unused when pull is None
  NetPull pull = NetPull::None;
};

/// The GPUs to try next, best first. `used[g]`: GPU g is already on this channel.
std::vector<int> next_gpus(const paths::PathTable& paths, const Residual& residual,
                           const std::vector<bool>& used, const GpuOrderRequest& request);

/// NETs to try, those that each GPU prefers first. Caches its answers, which do not change during a
/// search.
class NetOrder {
 public:
  NetOrder(const system::System& system, const paths::PathTable& paths)
      : system_(system), paths_(paths) {}

  /// For one GPU, or for all when `gpu` is -1. `reach` bounds the path to NETs that are not
  /// preferred.
  const std::vector<int>& nets(PathType reach, int gpu);

 private:
  std::vector<int> preferred(int gpu) const;
  std::size_t most_nets(int gpu) const;

  const system::System& system_;
  const paths::PathTable& paths_;
  std::map<std::pair<PathType, int>, std::vector<int>> known_;
};

}  // namespace treering::sim::nccl::search
