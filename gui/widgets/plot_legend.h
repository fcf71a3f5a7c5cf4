// A picture of a chart for those who do not have the window: with its title, and what its lines
// are.
#pragma once

#include <QImage>
#include <QPixmap>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

/// \param picture of the chart, as the panel shows it
QImage with_legend(const QPixmap& picture, const report::charts::Chart& chart);

}  // namespace treering::gui::widgets
