// What only serves hands, such as labels that say what keys do, and lists of what is to be shown:
// pictures of a view leave it out.
#pragma once

#include <QWidget>

namespace treering::gui::widgets {

/// A property of them: true.
inline constexpr const char* kIsForHands = "isForHands";

}  // namespace treering::gui::widgets
