// A machine for people: devices, links, path matrix, and what NCCL builds on it.
#pragma once

#include <string>

#include "app/show.h"
#include "report/display.h"

namespace treering::report::machine {

struct MachineTextOptions {
  bool is_quiet = false;  // figures only
  bool is_tree = false;   // only what hangs off what
  Display display;
};

/// Devices, links and path matrix.
std::string machine_text(const app::MachineReport& report, const MachineTextOptions& options);

/// The machine as a picture.
std::string machine_svg(const app::MachineReport& report);

/// Devices, links and path matrix, and NCCL's channels where the report has them.
std::string show_text(const app::MachineReport& report, const MachineTextOptions& options);

}  // namespace treering::report::machine
