#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>

#include "gui/widgets/for_hands.h"

namespace treering::gui::widgets {
namespace {

/// An event that is ignored goes on to the parent, up to what scrolls.
class WheelWithFocus final : public QObject {
 public:
  using QObject::QObject;

  bool eventFilter(QObject* watched, QEvent* event) override {
    const bool is_passed_on =
        event->type() == QEvent::Wheel && !static_cast<const QWidget*>(watched)->hasFocus();
    if (is_passed_on) event->ignore();
    return is_passed_on;
  }
};

template <class Input>
void watch_all(const QWidget& parent, QObject* filter) {
  for (Input* const input : parent.findChildren<Input*>()) {
    input->setFocusPolicy(Qt::StrongFocus);
    input->installEventFilter(filter);
  }
}

}  // namespace

void leave_wheel_to_scrolling(QWidget& parent) {
  auto* const filter = new WheelWithFocus(&parent);
  watch_all<QComboBox>(parent, filter);
  watch_all<QAbstractSpinBox>(parent, filter);
}

}  // namespace treering::gui::widgets
