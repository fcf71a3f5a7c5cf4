// The views of the window, in the order of their tabs.
#pragma once

#include <QWidget>
#include <functional>
#include <span>

#include "gui/models/clock.h"
#include "gui/models/question_words.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"

namespace treering::gui::window {

/// What all views share.
struct Shared {
  models::Session& session;
  models::Selection& selection;
  models::Clock& clock;
};

struct ViewKind {
  const char* id;     // on the command line
  const char* title;  // on the tab
  bool is_of_runs;    // what it shows moves with the clock, and is simulated
  models::Shows shows;
  QWidget* (*make)(const Shared& shared);
};

std::span<const ViewKind> all_views();

}  // namespace treering::gui::window
