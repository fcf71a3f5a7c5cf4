// A menu of what may fail: what is tried already, the job without a whole node, and what could not
// go on.
#pragma once

#include "gui/views/topology/restores.h"

namespace treering::gui::views::topology {

/// Adds to the faults in a menu; when it opens, those without which there is no job are off and say
/// why. \param what empty: the node
void complete(const FaultMenu& to, int node, const QString& what);

}  // namespace treering::gui::views::topology
