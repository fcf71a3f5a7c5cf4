#include "gui/models/inquiry.h"

namespace treering::gui::models {

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
