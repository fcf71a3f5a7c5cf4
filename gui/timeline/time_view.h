// The part of a run's time that is seen, how it is moved and magnified, and bars as they are seen
// in it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/simulation/tracks.h"
#include "gui/models/selection.h"

namespace treering::gui::timeline {

// The part of a run's time that is seen, and how it is moved and magnified.

struct TimeView {
  double from_us = 0;
  double to_us = 1;
  double pixels = 1;

  double us_per_pixel() const { return (to_us - from_us) / pixels; }
  double x(double us) const { return (us - from_us) / us_per_pixel(); }
  double us(double x) const { return from_us + x * us_per_pixel(); }
  bool operator==(const TimeView&) const = default;
};

/// The view on that span, within the run from 0 to `end_us`. It is not shorter than a ten-millionth
/// of the run: beyond that nothing new is seen.
TimeView view_on(const TimeView& view, const models::Span& span, double end_us);
/// Magnified; what is at `x` stays there.
TimeView zoomed(const TimeView& view, double factor, double x, double end_us);
TimeView moved(const TimeView& view, double us, double end_us);
/// With some of what is around.
TimeView fitted(const TimeView& view, const models::Span& span, double end_us);
/// What runs beside each other open on: all of the time; where next to nothing of one is recorded,
/// that. \param recorded_us until when each of them is
models::Span opening_span(const std::vector<double>& recorded_us, double end_us);
/// The view that goes on with the moment: it stays where it is while the moment is well inside.
TimeView following(const TimeView& view, double now_us, double end_us);

/// The nearest of the begins and ends to `us`, if it is not farther than `reach_us`; else `us`.
double snapped(const std::vector<double>& edges, double us, double reach_us);

struct AxisMark {
  double at_us = 0;
  std::string text;  // "12.5 us"
};
/// A round number of us apart, at least so many pixels.
std::vector<AxisMark> axis_marks(const TimeView& view, double pixels_apart);

// Bars as they are seen: those narrower than a pixel are merged to a shade of it.

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
