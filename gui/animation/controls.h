// The controls of a view, which are dead in a picture of it: buttons, sliders, lists of choices,
// fields, and texts that are for hands.
#pragma once

#include <QPointer>
#include <QWidget>
#include <vector>

namespace treering::gui::animation {

/// Hides those of a view, and what is for_hands.h, as long as it lives. Pictures take their room.
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
};

}  // namespace treering::gui::animation
