// What stands beside the pointer: what is there, where its figures come from, what a click does.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "gui/paint/picture_layer.h"
#include "gui/views/topology/machines.h"
#include "gui/views/topology/node_faults.h"

namespace treering::gui::views::topology {

struct TipOf {
  const Machines& machines;
  const NodeFaults& faults;
  const std::vector<std::optional<double>>& loads;  // by line of the whole picture; may be empty
};

/// Empty for nothing.
QString tip(const TipOf& known, const paint::Hit& hit);

/// "click: show these one by one"; empty for a box that neither folds nor unfolds.
QString handle_hint(const report::drawing::Box& box);

}  // namespace treering::gui::views::topology
