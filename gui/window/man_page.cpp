#include "gui/window/man_page.h"

#include <CLI/CLI.hpp>

#include "report/man_page.h"

namespace treering::gui::window {

std::string man_page(const CLI::App& app) {
  std::string text =
      report::man_head(app.get_name(), "the window of treering, on collectives of GPU machines");
  text += "[TOPOLOGY] [options]\n.SH DESCRIPTION\n" + report::man_text(app.get_description());
  text +=
      "\nIt shows topologies, rings and trees, messages on their way, times over size and what to "
      "set in NCCL. It needs no GPU, and with \\-\\-screenshot no display.\n.SH OPTIONS\n";
  for (const CLI::Option* const option : app.get_options()) {
    text += report::man_tagged(option->get_name(true, true), option->get_description());
  }
  // As they stand in --help: each line is one.
  text += ".SH EXAMPLES\n.nf\n" + report::man_text(app.get_footer()) + "\n.fi\n";
  text += report::man_version() + ".SH SEE ALSO\n.BR treering (1)\n";
  return text;
}

}  // namespace treering::gui::window
