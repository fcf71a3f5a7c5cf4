#include "report/machine/discovery_text.h"

#include <fmt/format.h>

#include "core/text/table.h"
#include "report/figures.h"
#include "report/machine/host_text.h"
#include "report/machine/machine_text.h"

namespace treering::report::machine {

std::string discovery_text(const app::DiscoveredMachine& machine, bool is_quiet,
                           const Display& display) {
  const hw::discover::Discovery& discovery = machine.discovery;
  app::MachineReport report;
  report.setup.cluster.node = discovery.topology;
  report.paths = machine.paths;
  std::string text = machine_text(report, {.is_quiet = is_quiet, .display = display});
  if (is_quiet) return text;
  text +=
      fmt::format("\n{}\n", bold("How it is set", display.is_terminal)) + host_text(discovery.host);
  if (discovery.notes.empty()) return text;
  text += fmt::format("\n{}\n",
                      bold("What could not be read, and what is assumed", display.is_terminal));
  for (const core::Diagnostic& note : discovery.notes) {
    text += "- " + core::wrapped(note.message(), 98, 2) + "\n";
  }
  return text;
}

}  // namespace treering::report::machine
