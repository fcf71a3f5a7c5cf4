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
  void take(const Line& line);
  PlanLines finish() &&;

 private:
  ChannelReader channels_;
  std::vector<LoggedConnection> connections_;
  std::map<std::array<int, 4>, std::size_t> known_;  // by channel, index and ends
};

}  // namespace treering::hw::formats::nccl_log
