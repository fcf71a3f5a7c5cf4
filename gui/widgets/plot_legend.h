// A picture of a chart for those who do not have the window: with its title, and what its lines
// are.
#pragma once

#include <QImage>
#include <QPixmap>

#include "gui/widgets/plot.h"

namespace treering::gui::widgets {

/// \param chart as the panel shows it
QImage with_legend(const QPixmap& chart, const Plot& plot);

}  // namespace treering::gui::widgets
