#include "gui/models/inquiry.h"

namespace treering::gui::models {

Inquiry::Inquiry(Kind kind, QObject* parent) : QObject(parent), kind_(std::move(kind)) {
  connect(&jobs::Board::instance(), &jobs::Board::cancelled, this, [this] { give_up(); });
}

void Inquiry::waitFor(const Inquiry& first) {
  if (first_ == &first) return;
  first_ = &first;
  connect(&first, &Inquiry::changed, this, [this, one = &first] {
    if (first_ == one) Q_EMIT changed();
  });
  Q_EMIT changed();
}

void Inquiry::begin() {
  since_.start();
  first_.clear();
}

Inquiry::State Inquiry::state_of_first() const {
  return first_ != nullptr && first_->isLacking() ? first_->state() : State::Idle;
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
