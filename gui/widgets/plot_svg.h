// A chart as SVG, with a legend at its right. Drawn by ourselves: Qt's own writer is a library of
// its own.
#pragma once

#include <QSize>
#include <QString>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

/// \param source what the chart is of, for those who get the picture alone; may be empty
QString svg_of(const report::charts::Chart& chart, QSize size, const QString& source = {});

}  // namespace treering::gui::widgets
