// The ports that NCCL would use: active ones of RDMA adapters; if there are none, network
// interfaces that are up, as for NCCL's sockets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

struct NetworkPort {
  std::string device;   // "mlx5_0", "eth0"
  std::string adapter;  // bus id of the adapter: its function 0, as NCCL joins functions
  int number = 0;       // of the port on its device; 0 for interfaces
  std::uint64_t guid = 0;
  std::optional<std::int64_t> speed_mbps;
  bool is_rdma = false;
  std::string link_layer = {};  // of RDMA ports: "InfiniBand" or "Ethernet"; "" when unknown
  // As NCCL would find it; nothing when it was hidden.
  std::optional<bool> gpu_direct_rdma = {};
};

struct NetworkPorts {
  std::vector<NetworkPort> ports;
  std::vector<core::Diagnostic> notes;  // on what was left out
};

NetworkPorts choose_ports(const sources::MachineFacts& facts);

}  // namespace treering::hw::discover::build
