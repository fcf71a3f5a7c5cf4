#include "gui/widgets/frame.h"

#include <QTimer>

namespace treering::gui::widgets {

Frame::Frame(std::chrono::milliseconds budget) : outer_(current()), budget_(budget) {
  timer_.start();
  current() = this;
}

Frame::~Frame() {
  current() = outer_;
}

const Frame*& Frame::current() {
  static const Frame* frame = nullptr;  // of the one thread that paints
  return frame;
}

bool Frame::is_full() {
  const Frame* const frame = current();
  return frame != nullptr && frame->timer_.elapsed() >= frame->budget_.count();
}

bool Patience::is_to_wait(QWidget& widget) {
  has_waited_ = Frame::is_full() && !has_waited_;
  if (has_waited_) QTimer::singleShot(0, &widget, qOverload<>(&QWidget::update));
  return has_waited_;
}

}  // namespace treering::gui::widgets
