// A picture higher than its layout made it: where a window is higher than wide pictures are, texts
// find room.
#pragma once

#include "report/drawing/picture.h"

namespace treering::gui::paint {

/// All is `factor` times as far from the upper edge; boxes are higher, and lines of a text in one
/// stay together. Cells have a height of their own: a picture with some stays as it is.
report::drawing::Picture stretched(report::drawing::Picture picture, double factor);

}  // namespace treering::gui::paint
