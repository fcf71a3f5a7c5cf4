// What clicks on devices and nodes select.
#pragma once

#include <optional>
#include <string>

#include "gui/models/selection.h"
#include "gui/views/topology/machines.h"

namespace treering::gui::views::topology {

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

}  // namespace treering::gui::views::topology
