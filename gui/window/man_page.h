// The manual page of treering-gui.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace treering::gui::window {

/// In roff, from the options of the command line.
std::string man_page(const CLI::App& app);

}  // namespace treering::gui::window
