// Bars as they are seen: those narrower than a pixel are merged to a shade of it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "app/simulation/tracks.h"
#include "gui/timeline/time_view.h"

namespace treering::gui::timeline {

/// In pixels of the view.
struct Piece {
  double from_x = 0;
  double to_x = 0;
  app::simulation::Doing doing = app::simulation::Doing::Waits;
  double share = 1;                // of it that is busy
  std::optional<std::size_t> bar;  // nothing: several, merged
  bool operator==(const Piece&) const = default;
};

/// Of bars in order, those in the view. A merged piece is one pixel of whatever took most of it.
std::vector<Piece> pieces_of(std::span<const app::simulation::TrackBar> bars, const TimeView& view);

/// When bars that are no waits begin and end.
std::vector<double> edges_of(std::span<const app::simulation::TrackBar> bars);

}  // namespace treering::gui::timeline
