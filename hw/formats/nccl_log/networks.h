// Which network the ranks of each host of a run took: NCCL's own over verbs or sockets, or a
// plugin.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/host_state/host_state.h"
#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

class NetworkReader {
 public:
  /// \param path of the log, for origins
  explicit NetworkReader(std::string path) : path_(std::move(path)) {}

  void take(const Line& line);
  /// In the order of hosts and networks.
  std::vector<core::NetworkUse> finish() &&;

 private:
  std::string path_;
  std::map<std::pair<std::string, std::string>, core::NetworkUse> uses_;  // by host and network
};

}  // namespace treering::hw::formats::nccl_log
