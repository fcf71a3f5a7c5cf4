// Reads what iblinkinfo prints: sections of switches and adapters ("Switch: 0x... leaf1:", "CA:
// node01 HCA-1:") with a line for each port, or with -l those lines alone. Nodes are identified by
// LID, the only thing that a line of either form says of its far end; so each port of an adapter
// counts as an adapter.
//
// A line that is not understood is reported and left out.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/fabric/readers/text.h"

namespace treering::hw::fabric::readers {

/// `path` names the text in notes and errors. Fails where there is no node in it.
core::Result<FabricText> read_iblinkinfo(std::string_view text, const std::string& path);

}  // namespace treering::hw::fabric::readers
