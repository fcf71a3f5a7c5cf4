#include "gui/models/inquiry.h"

namespace treering::gui::models {

Inquiry::Inquiry(Kind kind, QObject* parent) : QObject(parent), kind_(std::move(kind)) {
  connect(&jobs::Board::instance(), &jobs::Board::cancelled, this, [this] { give_up(); });
}

void Inquiry::waitFor(const Inquiry& first) {
  if (first_ == &first) return;
  stop_waiting();
  first_ = &first;
  first_changes_ = connect(&first, &Inquiry::changed, this, &Inquiry::changed);
  Q_EMIT changed();
}

void Inquiry::stop_waiting() {
  disconnect(first_changes_);
  first_.clear();
}

qint64 Inquiry::took_ms() const {
  return is_waiting() ? first_->took_ms() : took_ms_;
}

void Inquiry::begin() {
  since_.start();
  stop_waiting();
}

Inquiry::State Inquiry::state_of_first() const {
  return is_waiting() ? first_->state() : State::Idle;
}

bool Inquiry::isOld() const {
  return state() != State::Answered && shownQuestion() != nullptr;
}

bool Inquiry::isLacking() const {
  return state() == State::Awaited || state() == State::Cancelled;
}

bool Inquiry::is_same_as(const Question& question) const {
  return question_ && kind_.is_same(*question_, question);
}

}  // namespace treering::gui::models
