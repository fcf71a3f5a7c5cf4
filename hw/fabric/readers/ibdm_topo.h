// Reads the topology files of ibdm (ibutils, ibdiagnet -t): systems by type and name, each with its
// cables in lines that stand in from the margin.
//
//   MTS2400 SL1-1
//     P1 -4x-5G-> MT23108 H-1 P1
//     L1/P2 -4X-> MTS2400 SL2-1 P7
//
// A system becomes one node: another file has the wiring inside a box of several chips. How systems
// are joined shows which types are switches. A line that is not understood is reported and left
// out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/fabric/readers/text.h"

namespace treering::hw::fabric::readers {

/// "P1 -4x-5G-> MT23108 H-1 P1", taken apart. Views point into the line.
struct TopoCable {
  std::string_view port;
  CableRate rate;
  std::string_view peer_type;
  std::string_view peer;
  std::string_view peer_port;
};

/// Nothing for other lines.
std::optional<TopoCable> parse_topo_cable(std::string_view line);

/// `path` names the text in notes and errors. Fails where there is no node in it.
core::Result<FabricText> read_ibdm_topo(std::string_view text, const std::string& path);

}  // namespace treering::hw::fabric::readers
