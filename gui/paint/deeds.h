// What ranks do at a moment, as colours and words: the same in all views.
#pragma once

#include <QColor>
#include <QString>

#include "app/simulation/moments.h"

namespace treering::gui::paint {

/// Who waits has the colour of the paper.
QColor colour_of(app::simulation::Doing doing);
/// Of a rank, upon paper, so that its number stays readable.
QColor tint_of(QColor colour);
/// "sends".
QString word_of(app::simulation::Doing doing);

}  // namespace treering::gui::paint
