// Faults of nodes: those that a question tries, those that the source of the machines describes,
// and the menu that offers them.
#pragma once

#include <QMenu>
#include <QString>
#include <map>
#include <string>
#include <vector>

#include "core/topology/cluster.h"
#include "gui/models/session.h"

namespace treering::gui::views::topology {

// Faults of nodes: those that a question asks about, and those of the machines as they are.

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

// What the source of a cluster says of single nodes, in the form of faults that are tried.

/// Of each node that is not like most: the devices that it lacks; nothing in particular where it
/// lacks none, but differs.
NodeFaults described_faults(const core::Cluster& cluster);

/// \param described goes before
NodeFaults with_tried(NodeFaults described, const NodeFaults& tried);

// What a menu about a device or link offers where faults of it are tried.

struct FaultMenu {
  models::Session& session;
  QMenu& menu;
};

/// Adds "restore NAME", and for each fault of it whether it is tried. \param what empty: the node
void add_restores(const FaultMenu& to, int node, const QString& what);

// A menu of what may fail: what is tried already, the job without a whole node, and what could not
// go on.

/// Adds to the faults in a menu; when it opens, those without which there is no job are off and say
/// why. \param what empty: the node
void complete(const FaultMenu& to, int node, const QString& what);

}  // namespace treering::gui::views::topology
