#include "gui/animation/picture.h"

#include "gui/animation/controls.h"
#include "gui/paint/caption.h"

namespace treering::gui::animation {

QImage picture_of(QWidget& view, const QString& caption) {
  const ControlsHidden hidden(view);
  return paint::with_caption(view.grab().toImage(), caption);
}

}  // namespace treering::gui::animation
