// Which hosts of a run used GPUDirect RDMA, from its connections over the network.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/host_state/host_state.h"
#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

class GpuDirectReader {
 public:
  /// \param path of the log, for origins
  explicit GpuDirectReader(std::string path) : path_(std::move(path)) {}

  void take(const Line& line);
  /// In the order of hosts, GPUs and directions.
  std::vector<core::GpuDirectUse> finish() &&;

 private:
  std::string path_;
  // By host, GPU and direction.
  std::map<std::tuple<std::string, std::string, bool>, core::GpuDirectUse> uses_;
};

}  // namespace treering::hw::formats::nccl_log
