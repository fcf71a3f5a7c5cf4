// A widget over the time of a run, as numbered PNG files or as one HTML file that plays in a
// browser.
#pragma once

#include <QImage>
#include <QString>
#include <QWidget>
#include <functional>

#include "core/result.h"
#include "gui/models/clock.h"

namespace treering::gui::animation {

struct Film {
  QWidget& widget;
  models::Clock& clock;
  int frames = 120;  // over the whole run, at equal times
  /// Of the frames made so far; false: stop.
  std::function<bool(int made)> go_on = [](int) { return true; };
};

/// FOLDER/frame-0001.png and so on; the folder is made. How many were written.
core::Result<int> write_frames(const Film& film, const QString& folder);

/// Pictures are inside the file; no other is needed. Nothing is written where it was stopped.
core::Result<int> write_html(const Film& film, const QString& file);

}  // namespace treering::gui::animation
