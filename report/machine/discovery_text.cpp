#include "report/machine/discovery_text.h"

#include <fmt/format.h>

#include "report/figures.h"
#include "report/machine/host_text.h"
#include "report/machine/machine_text.h"
#include "report/remarks.h"

namespace treering::report::machine {

std::string discovery_text(const app::DiscoveredMachine& machine, bool is_quiet,
                           const Display& display) {
  const hw::discover::Discovery& discovery = machine.discovery;
  app::MachineReport report;
  report.setup.cluster.node = discovery.topology;
  report.paths = machine.paths;
  report.rails = machine.rails;
  std::string text = machine_text(report, {.is_quiet = is_quiet, .display = display});
  if (is_quiet) return text;
  const std::size_t width = display.text_width();
  text += fmt::format("\n{}\n", bold("Settings", display.is_terminal)) +
          host_text(discovery.host, width);
  if (discovery.notes.empty()) return text;
  text += fmt::format("\n{}\n", bold("Unknown or assumed", display.is_terminal));
  for (const core::Diagnostic& note : discovery.notes) {
    text += dashed(note.message(), width);
  }
  return text;
}

}  // namespace treering::report::machine
