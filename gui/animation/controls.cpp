#include "gui/animation/controls.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>

#include "gui/widgets/for_hands.h"

namespace treering::gui::animation {
namespace {

template <class... Kinds>
bool is_any_of(const QWidget& widget) {
  return ((qobject_cast<const Kinds*>(&widget) != nullptr) || ...);
}

bool is_control(const QWidget& widget) {
  return widget.property(widgets::kIsForHands).toBool() ||
         is_any_of<QAbstractButton, QAbstractItemView, QAbstractSlider, QComboBox, QLineEdit>(
             widget);
}

/// What stands around the controls takes their room now: a layout leads to the next.
void settle_layouts() {
  constexpr int kRounds = 4;
  for (int i = 0; i < kRounds; ++i) {
    QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  }
}

}  // namespace

ControlsHidden::ControlsHidden(QWidget& view) {
  for (QWidget* const one : view.findChildren<QWidget*>()) {
    if (one->isHidden() || !is_control(*one)) continue;
    hidden_.emplace_back(one);
    one->hide();
  }
  settle_layouts();
}

ControlsHidden::~ControlsHidden() {
  for (const auto& one : hidden_) {
    if (one) one->show();
  }
}

}  // namespace treering::gui::animation
