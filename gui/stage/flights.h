// Messages on their ways.
#pragma once

#include <QPainter>
#include <vector>

#include "app/simulation/moments.h"
#include "gui/stage/layers.h"

namespace treering::gui::stage {

/// Those that carry some of `chosen` stand out; without it all are equal.
void paint_flights(QPainter& painter, const Look& look,
                   const std::vector<app::simulation::Flight>& flights,
                   const app::simulation::Data& chosen = {});
/// The flight whose mark is there; null where none is.
const app::simulation::Flight* flight_at(const Look& look, QPointF at,
                                         const std::vector<app::simulation::Flight>& flights);

}  // namespace treering::gui::stage
