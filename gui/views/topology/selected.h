// Selection on the machines: what a click selects, and the way between two devices or nodes.
#pragma once

#include <QRectF>
#include <QString>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/setup/route.h"
#include "app/show.h"
#include "gui/models/selection.h"
#include "gui/views/topology/machines.h"

namespace treering::gui::views::topology {

// What clicks on devices and nodes select.

/// What is clicked; without node and device the ground.
struct Picked {
  int node = report::drawing::kNoNode;  // none: of the node in full
  std::string device;
};

/// The node that is drawn in full: the selected one. Where it is the second of a pair, and as a
/// whole, there is no way in it to be seen: then the first.
std::optional<int> node_in_full(const models::Selected& now);

/// A click selects it alone.
models::Selected picked(models::Selected now, const Picked& it);

/// Shift and a click selects it beside what is selected: a second device of the node in full, or
/// the second end of a way between two nodes.
models::Selected picked_beside(models::Selected now, const Picked& it, const Machines& machines);

// The way between two selected devices, or nodes.

/// Nothing where there are not two.
std::optional<app::setup::Route> route_of(const Machines& machines,
                                          const std::vector<std::string>& devices);

/// "GPU 0 → 4 NVSwitches → GPU 7: 450 GB/s each way"; empty for none.
QString route_text(const Machines& machines, const std::vector<std::string>& devices);

/// Between what is selected on two nodes; nothing where there are not two, or no way is known.
std::optional<app::setup::NodeRoute> node_route_of(const app::MachineReport& report,
                                                   const models::Selected& selected);

/// "0/GPU 0 → NIC 0 → 0/mlx5_0 → one switch → 2/mlx5_5 → NIC 3 → 2/GPU 3: 50 GB/s each way"; a
/// sentence where no way is known. \param route as node_route_of() has it
/// \pre two nodes of the report are selected
QString node_route_text(const app::MachineReport& report, const models::Selected& selected,
                        const std::optional<app::setup::NodeRoute>& route);

/// The boxes of the switches above a node: the lowest, and with the spine the highest.
std::set<std::size_t> switches_above(const report::drawing::Picture& picture, const QRectF& node,
                                     bool has_spine);

/// The lines down from these switches to nodes, and with the spine those up to it.
std::set<std::size_t> lines_at(const report::drawing::Picture& picture,
                               const std::set<std::size_t>& switches, bool has_spine);

}  // namespace treering::gui::views::topology
