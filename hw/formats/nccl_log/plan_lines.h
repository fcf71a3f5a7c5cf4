// What an NCCL debug log says of channels: rings, trees and connections.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "hw/formats/logged_run.h"
#include "hw/formats/nccl_log/channels.h"
#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

class PlanReader {
 public:
  /// A line that shows no connection.
  void take(const Line& line) { channels_.take(line); }
  void take_connection(const Connection& connection);
  PlanLines finish() &&;

 private:
  ChannelReader channels_;
  std::vector<LoggedConnection> connections_;
  std::map<std::array<int, 4>, std::size_t> known_;  // by channel, index and ends
};

}  // namespace treering::hw::formats::nccl_log
