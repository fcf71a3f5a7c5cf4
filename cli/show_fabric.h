// `treering show` of a fabric: what ibnetdiscover saw, instead of a machine.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "hw/subnet/ibnetdiscover.h"
#include "hw/subnet/subnet_fabric.h"

namespace treering::cli {

struct FabricReport {
  std::string source;  // as given on the command line
  hw::SubnetText text;
  hw::SubnetFabric found;
  bool is_quiet = false;
};

std::string fabric_report_text(const FabricReport& report, const Display& display);
std::string fabric_report_json(const FabricReport& report);

/// The answer where the file is a fabric; nothing where it is none. Options that only a machine
/// has a use for are errors.
core::Result<std::optional<Answer>> show_fabric(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
