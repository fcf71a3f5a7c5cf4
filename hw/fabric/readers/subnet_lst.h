// Reads subnet.lst, which opensm and ibdiagnet write: a line for each direction of a cable,
//
//   { CA Ports:02 ... NodeGUID:0002c901097d1a00 ... {node01 HCA-1} LID:0006 PN:01 }
//   { SW Ports:18 ... } PHY=4x LOG=ACT SPD=5
//
// all on one line. A line that is not understood is reported and left out.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/fabric/readers/text.h"

namespace treering::hw::fabric::readers {

/// `path` names the text in notes and errors. Fails where there is no node in it.
core::Result<FabricText> read_subnet_lst(std::string_view text, const std::string& path);

}  // namespace treering::hw::fabric::readers
