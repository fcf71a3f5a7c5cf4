// A machine without a display: Qt would end the program with a crash.
#pragma once

#include "core/result.h"

namespace treering::gui::window {

/// The error of a machine on which Qt finds no display. \param reason in Qt's words; may be empty
core::Error no_display(const std::string& reason);

/// From here on Qt's failure to open a display ends the program with the sentence and the exit code
/// of no_display, and nothing else is printed.
void expect_display();

/// The display is open: Qt's warnings are printed again, first those that came until now.
void display_is_open();

}  // namespace treering::gui::window
