#include "gui/models/selection.h"

namespace treering::gui::models {

void Selection::select(const Selected& selected) {
  if (selected == now()) return;
  steps_.resize(at_ + 1);
  if (steps_.size() == kMostSteps) steps_.erase(steps_.begin());
  steps_.push_back(selected);
  at_ = steps_.size() - 1;
  Q_EMIT changed();
}

void Selection::goBack() {
  if (!canGoBack()) return;
  --at_;
  Q_EMIT changed();
}

void Selection::goForward() {
  if (!canGoForward()) return;
  ++at_;
  Q_EMIT changed();
}

}  // namespace treering::gui::models
