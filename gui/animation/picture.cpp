#include "gui/animation/picture.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QStyledItemDelegate>

#include "gui/paint/saved_picture.h"
#include "gui/widgets/for_hands.h"

namespace treering::gui::animation {

namespace {

template <class... Kinds>
bool is_any_of(const QWidget& widget) {
  return ((qobject_cast<const Kinds*>(&widget) != nullptr) || ...);
}

bool is_control(const QWidget& widget) {
  return widget.property(widgets::kIsForHands).toBool() ||
         is_any_of<QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit>(
             widget);
}

bool is_unticked(const QModelIndex& index) {
  const QVariant tick = index.data(Qt::CheckStateRole);
  return tick.isValid() && tick.toInt() == Qt::Unchecked;
}

/// Paints rows without a tick pale: no picture shows them.
class WithoutBoxes final : public QStyledItemDelegate {
 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->features.setFlag(QStyleOptionViewItem::HasCheckIndicator, false);
    if (is_unticked(index)) option->state.setFlag(QStyle::State_Enabled, false);
  }
};

/// What stands around the controls takes their room now: a layout leads to the next.
void settle_layouts() {
  constexpr int kRounds = 4;
  for (int i = 0; i < kRounds; ++i) {
    QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  }
}

}  // namespace

ControlsHidden::ControlsHidden(QWidget& view) : without_boxes_(std::make_unique<WithoutBoxes>()) {
  for (auto* const table : view.findChildren<QAbstractItemView*>()) {
    if (!table->isVisibleTo(&view)) continue;
    unboxed_.emplace_back(table, table->itemDelegate());
    table->setItemDelegate(without_boxes_.get());
  }
  for (QWidget* const one : view.findChildren<QWidget*>()) {
    if (one->isHidden() || !is_control(*one)) continue;
    hidden_.emplace_back(one);
    one->hide();
  }
  QWidget* const focused = view.window()->focusWidget();
  if (focused != nullptr && view.isAncestorOf(focused)) {
    focused_ = focused;
    focused->clearFocus();
  }
  settle_layouts();
}

ControlsHidden::~ControlsHidden() {
  if (focused_) focused_->setFocus();
  for (const auto& [table, before] : unboxed_) {
    if (table) table->setItemDelegate(before);
  }
  for (const auto& one : hidden_) {
    if (one) one->show();
  }
}

QImage picture_of(QWidget& view, const QString& caption) {
  const ControlsHidden hidden(view);
  return paint::with_caption(view.grab().toImage(), caption);
}

}  // namespace treering::gui::animation
