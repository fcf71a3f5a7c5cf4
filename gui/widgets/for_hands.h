// Labels that only say what keys or buttons do: pictures of a view leave them out.
#pragma once

#include <QWidget>

namespace treering::gui::widgets {

/// A property of them: true.
inline constexpr const char* kIsForHands = "isForHands";

}  // namespace treering::gui::widgets
