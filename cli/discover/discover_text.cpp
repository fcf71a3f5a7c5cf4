#include <fmt/format.h>

#include "cli/discover/discover_report.h"
#include "cli/help/help.h"
#include "cli/output/figures.h"
#include "cli/output/host_text.h"
#include "cli/show/show_report.h"
#include "sim/smi_matrix.h"

namespace treering::cli {

std::string discover_text(const hw::discover::Discovery& discovery, bool is_quiet,
                          const Display& display) {
  ShowReport report;
  report.job.cluster.node = discovery.topology;
  report.paths = sim::smi_matrix(discovery.topology);
  report.is_quiet = is_quiet;
  std::string text = machine_text(report, display);
  if (is_quiet) return text;
  text +=
      fmt::format("\n{}\n", bold("How it is set", display.is_terminal)) + host_text(discovery.host);
  if (discovery.notes.empty()) return text;
  text += fmt::format("\n{}\n",
                      bold("What could not be read, and what is assumed", display.is_terminal));
  for (const core::Diagnostic& note : discovery.notes) {
    text += "- " + wrapped(note.message(), 98, 2) + "\n";
  }
  return text;
}

}  // namespace treering::cli
