// Widgets that only serve hands, such as labels that name keys, and lists to choose from: pictures
// of a view leave them out.
#pragma once

#include <QWidget>

namespace treering::gui::widgets {

/// A property of them: true.
inline constexpr const char* kIsForHands = "isForHands";

}  // namespace treering::gui::widgets
