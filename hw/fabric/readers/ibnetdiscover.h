// Reads what ibnetdiscover prints: in full, with -g (ports named as on the box), with -p (one line
// per port), and ibsim's input, which has the same grammar with free names.
//
// A line that is not understood is reported and left out. Linear in time and memory.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/fabric/readers/text.h"

namespace treering::hw::fabric::readers {

/// `path` names the text in notes ("path:12") and errors. Fails where there is no node in it.
core::Result<FabricText> read_ibnetdiscover(std::string_view text, const std::string& path);

}  // namespace treering::hw::fabric::readers
