// The way between two selected devices.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "app/setup/route.h"
#include "gui/views/topology/machines.h"

namespace treering::gui::views::topology {

/// Nothing where there are not two.
std::optional<app::setup::Route> route_of(const Machines& machines,
                                          const std::vector<std::string>& devices);

/// "GPU 0 → 4 NVSwitches → GPU 7: 450 GB/s each way"; empty for none.
QString route_text(const Machines& machines, const std::vector<std::string>& devices);

}  // namespace treering::gui::views::topology
