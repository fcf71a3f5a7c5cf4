// What an NCCL debug log says of channels, where it says nothing of the machine: rings, trees and
// connections.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/formats/nccl_log/channels.h"

namespace treering::hw::formats::nccl_log {

/// "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read". Over the network the sender and the receiver
/// have a line each, with NICs of their own.
struct LoggedConnection {
  int channel = 0;
  int index = 0;  // 0: collectives; 1: messages between pairs. Before 2.11 there is none
  int from = 0;
  int to = 0;
  std::string via;           // "NET/IB/0/GDRDMA"; empty: the log has the receiver's line alone
  std::string received_via;  // of the receiver's line, else empty
  bool operator==(const LoggedConnection&) const = default;
};

struct PlanLines {
  Channels channels;
  std::vector<LoggedConnection> connections;  // in the order of the log
};

/// Nothing where the text has no such line.
std::optional<PlanLines> plan_lines(std::string_view text);

}  // namespace treering::hw::formats::nccl_log
