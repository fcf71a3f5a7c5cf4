#include "gui/widgets/frame.h"

#include <QTimer>
#include <algorithm>
#include <vector>

namespace treering::gui::widgets {
namespace {

/// Widgets that have waited. Of the one thread that paints.
std::vector<const QWidget*>& waiting() {
  static std::vector<const QWidget*> all;
  return all;
}

}  // namespace

Frame::Frame(std::chrono::milliseconds budget) : outer_(current()), budget_(budget) {
  timer_.start();
  current() = this;
}

Frame::~Frame() {
  current() = outer_;
}

Frame*& Frame::current() {
  static Frame* frame = nullptr;  // of the one thread that paints
  return frame;
}

bool Frame::is_full() {
  const Frame* const frame = current();
  return frame != nullptr && frame->timer_.elapsed() >= frame->budget_.count();
}

Patience::~Patience() {
  set_waiting(nullptr);
}

void Patience::set_waiting(const QWidget* widget) {
  if (waiting_ != nullptr) std::erase(waiting(), waiting_);
  waiting_ = widget;
  if (waiting_ != nullptr) waiting().push_back(waiting_);
}

bool Patience::has_to_wait(Meanwhile meanwhile) const {
  if (Frame::current() == nullptr || meanwhile == Meanwhile::Nothing) return false;
  const bool is_full = Frame::is_full();
  if (waiting_ != nullptr) return is_full && Frame::current()->has_drawn_;
  return is_full || std::ranges::any_of(waiting(), &QWidget::isVisible);
}

bool Patience::is_to_wait(QWidget& widget, Meanwhile meanwhile) {
  const bool waits = has_to_wait(meanwhile);
  set_waiting(waits ? &widget : nullptr);
  if (waits) QTimer::singleShot(0, &widget, qOverload<>(&QWidget::update));
  if (!waits && Frame::current() != nullptr) Frame::current()->has_drawn_ = true;
  return waits;
}

}  // namespace treering::gui::widgets
