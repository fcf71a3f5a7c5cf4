// How the window paints the series and marks of a chart: its theme's colours and widths.
#pragma once

#include <QColor>
#include <QPen>
#include <vector>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

/// A colour of the palette of charts, or kInk, kAccent.
QColor colour_of(int colour);

QPen pen_of(const report::charts::Series& series);
QPen pen_of(const report::charts::Mark& mark);

/// The area of 80 % of runs, which lines are seen through.
QColor band_colour(const report::charts::Series& series);

/// The parts of a line that are painted thicker: where a candidate is the fastest or NCCL's choice;
/// each to the next size, so that one size alone is seen too.
std::vector<std::vector<report::charts::Point>> thick_parts(const report::charts::Series& series);
QPen thick_pen_of(const report::charts::Series& series);

}  // namespace treering::gui::widgets
