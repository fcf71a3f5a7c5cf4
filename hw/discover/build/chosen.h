// The devices that a job on this machine would use: its GPUs, and NCCL's choice of network ports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

// The GPUs of the job and their numbers: those that NVML names, else those that the driver shows,
// else all on the PCI bus.

struct ChosenGpu {
  std::string bus_id;
  int index = 0;
  bool has_known_index = false;           // NVML's; else the order of bus ids, as NVML numbers them
  std::optional<int> compute_capability;  // nothing when neither NVML nor the model has it
  std::string model;                      // "" when unknown
  core::Origin origin;                    // who says that it is there
  const world::NvmlGpu* nvml = nullptr;   // in the facts; null when NVML does not say
};

struct ChosenGpus {
  std::vector<ChosenGpu> gpus;          // by index
  std::vector<core::Diagnostic> notes;  // on those that were left out
};

/// `facts` must outlive the result.
ChosenGpus choose_gpus(const sources::MachineFacts& facts);

// The ports that NCCL would use: active ones of RDMA adapters; if there are none, network
// interfaces that are up, as for NCCL's sockets.

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
