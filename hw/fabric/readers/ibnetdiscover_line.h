// One line of ibnetdiscover's text, taken apart.
//
//   switchguid=0x2c5eab0300b87b40(2c5eab0300b87b40)                                    Field
//   Switch  65 "S-2c5eab0300b87b40"   # "MF0;leaf1:MQM9701/U1" enhanced port 0 lid 73  Header
//   [1]     "H-e09d7303007a4bd8"[1](e09d7303007a4bd8)  # "n01 mlx5_5" lid 647 4xNDR    Port
//   CA 134 1 0x7cfe9003003b4bde 4x EDR - SW 1719 10 0x7cfe9003009ce5b0 ( 'a' - 'b' )   Cable
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.h"
#include "hw/fabric/graph.h"
#include "hw/fabric/readers/line_cursor.h"

namespace treering::hw::fabric::readers {

/// A blank line or a comment.
struct IbBlank {};

/// A field of the record that begins: "vendid", "devid", "sysimgguid", "switchguid", "caguid",
/// "rtguid".
struct IbField {
  std::string_view name;
  std::uint64_t value = 0;
};

/// A switch, adapter or router; its ports follow.
struct IbHeader {
  FabricNodeKind kind = FabricNodeKind::Adapter;
  int ports = 0;
  std::string_view id;
  std::string_view description;
};

/// A connected port of the node whose header stands above.
struct IbPort {
  int number = 0;
  std::string_view peer_id;
  int peer_number = 0;
  std::string_view peer_description;
  CableRate rate;
};

/// One end in the form with one line per port (-p). Nodes have no id there but a port's GUID.
struct IbEnd {
  FabricNodeKind kind = FabricNodeKind::Adapter;
  int number = 0;
  std::uint64_t guid = 0;
  std::string_view description;
};

/// A line of that form; `far` has guid 0 when the port is not connected.
struct IbCable {
  IbEnd near;
  IbEnd far;
  CableRate rate;
};

/// Adapter, or AggregationNode by its description.
FabricNodeKind adapter_kind(std::string_view description);

using IbLine = std::variant<IbBlank, IbField, IbHeader, IbPort, IbCable>;

/// Views point into `line`. Other lines give an error without a place: what was found and what was
/// expected.
core::Result<IbLine> parse_ib_line(std::string_view line);

}  // namespace treering::hw::fabric::readers
