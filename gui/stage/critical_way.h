// The critical path of a run on the ways between ranks.
#pragma once

#include <QPainter>
#include <QPen>
#include <cstddef>
#include <vector>

#include "app/simulation/moments.h"
#include "app/simulation/path.h"
#include "gui/stage/layers.h"

namespace treering::gui::stage {

/// Lanes by which it leads from agent to agent, ascending, each once.
std::vector<std::size_t> critical_lanes(const app::simulation::Stage& stage,
                                        const app::simulation::Path& path);

/// Its colour is that of its parts in the timeline; the dash shows it to the colour-blind.
QPen critical_pen(double width);

/// Over the lanes: those of it whose channels are shown.
void paint_critical(QPainter& painter, const Look& look);

}  // namespace treering::gui::stage
