// The links between GPUs, below their row: NVLinks straight between them as brackets, NVSwitches as
// groups under the GPUs that they join.
#pragma once

#include <vector>

#include "report/drawing/columns.h"
#include "report/drawing/link_lines.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

/// Where a line from some GPUs to their switches begins: one that is drawn, or all of a host that
/// is drawn as one box.
struct Landing {
  std::vector<core::DeviceId> gpus;
  Point at;
};

/// Brackets below `y` between devices that are placed; how deep they reach.
double add_brackets(const core::Topology& node, const std::vector<Bundle>& bundles,
                    const Columns& columns, Picture& picture);

struct SwitchTier {
  const core::Topology& node;
  const std::vector<Bundle>& bundles;
  std::vector<Landing> landings;
  double top = 0;
};

/// Switches that join the same GPUs stand together, in the order of the topology; the lower edge of
/// all.
double add_switches(const SwitchTier& tier, Picture& picture);

}  // namespace treering::report::drawing
