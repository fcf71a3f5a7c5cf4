#include <QLayout>
#include <QResizeEvent>
#include <QSplitter>
#include <algorithm>

#include "gui/widgets/small_screens.h"

namespace treering::gui::widgets {

QSize WrappingPart::minimumSizeHint() const {
  const QLayout* const inside = layout();
  if (inside == nullptr) return QWidget::minimumSizeHint();
  const QSize least = inside->totalMinimumSize();
  if (!inside->hasHeightForWidth()) return least;
  const int width = std::max(least.width(), this->width());
  return {least.width(), std::max(least.height(), inside->totalMinimumHeightForWidth(width))};
}

void WrappingPart::tell_splitters() {
  updateGeometry();
  for (QWidget* above = parentWidget(); qobject_cast<QSplitter*>(above) != nullptr;
       above = above->parentWidget()) {
    above->updateGeometry();
  }
}

bool WrappingPart::event(QEvent* event) {
  const bool is_done = QWidget::event(event);
  if (event->type() == QEvent::LayoutRequest) tell_splitters();
  return is_done;
}

void WrappingPart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) tell_splitters();
}

}  // namespace treering::gui::widgets
