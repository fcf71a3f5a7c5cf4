// One HTML file that plays the frames of an animation in a browser, without anything beside it.
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>
#include <vector>

#include "gui/animation/frame_deltas.h"

namespace treering::gui::animation {

/// Bytes of a page beside its frames at most: its controls, and a caption.
inline constexpr qsizetype kMostAround = 16'000;

/// With play and pause (Space), steps (`,` and `.`), the speed (`<` and `>`), and the moment as a
/// slider. \param size of the frames in pixels
QByteArray page_of(const std::vector<FrameDelta>& frames, QSize size, const QString& caption);

}  // namespace treering::gui::animation
