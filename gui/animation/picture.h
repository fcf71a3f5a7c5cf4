// A view as a picture, without the controls that are dead in one.
#pragma once

#include <QAbstractItemDelegate>
#include <QAbstractItemView>
#include <QImage>
#include <QPointer>
#include <QString>
#include <QWidget>
#include <memory>
#include <utility>
#include <vector>

namespace treering::gui::animation {

// The controls of a view, which are dead in a picture of it: buttons, sliders, lists of choices,
// fields, what is for hands alone, and boxes to be ticked in tables, whose texts are what is shown.

/// Hides those of a view, and what is for_hands.h, as long as it lives; and none of it has the
/// keys, so that no frame says so. Pictures take their room.
class ControlsHidden final {
 public:
  explicit ControlsHidden(QWidget& view);
  ~ControlsHidden();
  ControlsHidden(const ControlsHidden&) = delete;
  ControlsHidden& operator=(const ControlsHidden&) = delete;
  ControlsHidden(ControlsHidden&&) = delete;
  ControlsHidden& operator=(ControlsHidden&&) = delete;

 private:
  std::vector<QPointer<QWidget>> hidden_;
  std::vector<std::pair<QPointer<QAbstractItemView>, QAbstractItemDelegate*>> unboxed_;  // before
  std::unique_ptr<QAbstractItemDelegate> without_boxes_;
  QPointer<QWidget> focused_;  // before
};

// A view as a picture for those who do not have the window.

/// As it is seen, without its controls. \param caption what it is of, above it
QImage picture_of(QWidget& view, const QString& caption);

}  // namespace treering::gui::animation
