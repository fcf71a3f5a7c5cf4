// A fabric instead of a machine: what ibnetdiscover saw, what Slurm is given.
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

/// \param source where the text is from, as given
FabricReport fabric_report(std::string_view source, hw::fabric::readers::FabricText text);

}  // namespace treering::app
