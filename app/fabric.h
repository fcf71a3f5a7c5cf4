// A fabric in place of a machine: from ibnetdiscover or Slurm.
#pragma once

#include <string>
#include <string_view>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/readers/text.h"

namespace treering::app {

struct FabricReport {
  std::string source;  // as given, fit to be shown
  hw::fabric::readers::FabricText text;
  hw::fabric::analysis::FoundFabric found;
};

/// \param source origin of the text, as given
FabricReport fabric_report(std::string_view source, hw::fabric::readers::FabricText text);

}  // namespace treering::app
