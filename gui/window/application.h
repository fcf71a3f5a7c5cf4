// treering-gui as a whole.
#pragma once

namespace treering::gui::window {

/// The exit code: 0 done, 2 wrong usage, 3 bad input, 5 internal error.
int run(int argc, char** argv);

}  // namespace treering::gui::window
