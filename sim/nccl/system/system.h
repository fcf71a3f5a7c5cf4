// One node's hardware as NCCL's graph code sees it: GPUs, PCI switches, one NVSwitch, NUMA nodes,
// NICs and NETs with NCCL's own bandwidths. The order matters: NCCL breaks ties by it.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/job/settings.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::system {

enum class NodeType { Gpu, Pci, Nvs, Cpu, Nic, Net };
inline constexpr std::size_t kNodeTypes = 6;

/// Index into System::nodes.
using NodeId = int;
inline constexpr NodeId kNoNode = -1;

/// One direction. `type` is the path type of the single hop: Loc, Nvl, C2c, Pix (any PCI), Sys,
/// Net.
struct SystemLink {
  PathType type = PathType::Loc;
  float bandwidth = 0;  // GB/s, summed over parallel wires
  NodeId to = kNoNode;
};

struct GpuNode {
  int rank = 0;    // local rank
  int device = 0;  // NVML index
  int compute_capability = 0;
  bool gpu_direct_rdma = false;
};

struct PciNode {
  std::uint64_t device_id = 0;  // vendor, device, subsystem vendor and device, 16 bits each
};

struct NvsNode {};

struct CpuNode {
  CpuArch arch = CpuArch::Unknown;
  CpuVendor vendor = CpuVendor::Unknown;
  float inter_socket_bandwidth = 0;
};

struct NicNode {};

struct NetNode {
  int device = 0;          // number that the plugin gives
  std::uint64_t asic = 0;  // equal on ports of one adapter
  int port = 0;
  float bandwidth = 0;
  float latency_us = 0;
  bool gpu_direct_rdma = false;
  bool reduces = false;  // CollNet
};

struct SystemNode {
  std::variant<GpuNode, PciNode, NvsNode, CpuNode, NicNode, NetNode> info;  // order of NodeType
  int host = 0;
  core::DeviceId device = core::kNoDevice;  // kNoDevice: several devices in one (NVSwitches)
  std::vector<SystemLink> links;            // widest first, except the way up a PCI tree: last

  NodeType type() const { return static_cast<NodeType>(info.index()); }
};

struct System {
  std::vector<SystemNode> nodes;
  std::array<std::vector<NodeId>, kNodeTypes> by_type;
  bool spans_nodes = false;      // the communicator has ranks elsewhere
  job::NetsPerGpu nets_per_gpu;  // how NETs are assigned to GPUs
  int hosts = 1;

  const std::vector<NodeId>& of(NodeType type) const {
    return by_type[static_cast<std::size_t>(type)];
  }
  int count(NodeType type) const { return static_cast<int>(of(type).size()); }

  const SystemNode& node(NodeId id) const { return nodes[static_cast<std::size_t>(id)]; }
  SystemNode& node(NodeId id) { return nodes[static_cast<std::size_t>(id)]; }

  /// The i-th node of a type.
  NodeId at(NodeType type, int i) const { return of(type)[static_cast<std::size_t>(i)]; }
  const GpuNode& gpu(int i) const { return std::get<GpuNode>(node(at(NodeType::Gpu, i)).info); }
  const NetNode& net(int i) const { return std::get<NetNode>(node(at(NodeType::Net, i)).info); }
  const CpuNode& cpu(int i) const { return std::get<CpuNode>(node(at(NodeType::Cpu, i)).info); }

  int min_compute_capability() const;
  int max_compute_capability() const;
};

/// The job's GPUs in the order of their local ranks: host by host, in the order of job.devices, or
/// of all GPUs by number.
/// \pre the devices exist
std::vector<core::DeviceId> local_ranks(const core::Topology& topology, const job::JobSpec& job);

/// Without the adapters that the settings exclude, and with those that they join as one.
/// \pre NCCL can join them (adapters.h)
core::Topology as_used(const core::Topology& topology, const job::Settings& settings);

/// Device ids are those of as_used(). \pre at least one GPU; every device of `job` exists
System make_system(const core::Topology& topology, const job::JobSpec& job);

}  // namespace treering::sim::nccl::system
