// Faults of nodes: those that a question asks about, and those of the machines as they are.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/topology/cluster.h"
#include "gui/models/session.h"

namespace treering::gui::views::topology {

struct NodeFault {
  std::string devices;        // "mlx5_0", "GPU 0-NVSwitch"
  std::string value;          // "0.5", "down"
  bool is_described = false;  // by the machines' source: the node lacks the device, or is otherwise
                              // unlike the others (no device)

  /// As people write names: "MLX5-0" is about mlx5_0. \param device its name, or "NVSwitch" for any
  /// of those
  bool is_about(const std::string& device) const;
  /// What is down, or lacking, is a fault; what is only slower a warning.
  models::Severity severity() const;
};

/// \pre there are some
models::Severity worst_of(const std::vector<NodeFault>& faults);

using NodeFaults = std::map<int, std::vector<NodeFault>>;

/// Without those of devices that a node lacks: it has nothing that could be marked. \pre the
/// cluster has the nodes
NodeFaults of_own_devices(NodeFaults faults, const core::Cluster& cluster);

/// What names no node of that many is left out: ranks that come late.
NodeFaults faults_by_node(const std::vector<std::string>& words, int nodes);

}  // namespace treering::gui::views::topology
