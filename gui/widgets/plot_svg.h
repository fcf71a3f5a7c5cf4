// A chart as SVG, with a legend at its right. Drawn by ourselves: Qt's own writer is a library of
// its own.
#pragma once

#include <QSize>
#include <QString>

#include "gui/widgets/plot.h"

namespace treering::gui::widgets {

QString svg_of(const Plot& plot, QSize size);

}  // namespace treering::gui::widgets
