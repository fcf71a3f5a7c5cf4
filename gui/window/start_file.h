// A file on the command line, sorted by what is in it, as files that are dropped on the window are.
#pragma once

#include "gui/window/command_line.h"

namespace treering::gui::window {

/// TOPOLOGY where it is a file of something else: a log with a table is to be checked, a profile
/// gives the times, an answer of treering its question. Fails where a file is none of what can be
/// opened, or is about a machine that is not here.
core::Result<Start> with_file(Start start);

/// The window as it is opened: what with_file() does not give a machine, or refuses, is left in
/// Start::file for the window, which opens it as if it were dropped.
Start with_file_or_later(const Start& start);

}  // namespace treering::gui::window
