// A node without a device or links that are down, as NCCL finds it.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

struct NodeWithout {
  Topology node;
  std::string what;  // is missing: "mlx5_0", "the links GPU 0-NVSwitch"
};

/// \param devices "mlx5_0", "GPU 0-NVSwitch": a device, or all links between two; "NVSwitch" is all
/// of them. An error where the node has no such thing, where a GPU would be gone, and for links
/// that NCCL takes for granted. `where` is the place of the words.
Result<NodeWithout> without(const Topology& node, std::string_view devices,
                            const std::string& where);

}  // namespace treering::core
