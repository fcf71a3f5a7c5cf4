// `treering show` of a fabric instead of a machine: what ibnetdiscover saw, what Slurm is told.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/options/names.h"
#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/readers/text.h"

namespace treering::cli {

struct FabricReport {
  std::string source;  // as given on the command line
  hw::fabric::readers::FabricText text;
  hw::fabric::analysis::FoundFabric found;
  bool is_quiet = false;
};

std::string fabric_report_text(const FabricReport& report, const Display& display);
std::string fabric_report_json(const FabricReport& report);

/// In the form that --format names, with the notes of the text.
Answer fabric_answer(const FabricReport& report, Format format, const Display& display);

/// The answer where the file is a fabric; nothing where it is none. Options that only a machine
/// has a use for are errors.
core::Result<std::optional<Answer>> show_fabric(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
