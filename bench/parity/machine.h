// A machine in few numbers, which can be drawn at random and shrunk. bench_parity gives it to the
// real NCCL and to treering.
#pragma once

#include <string>
#include <vector>

namespace treering::parity {

/// How the GPUs are joined beside PCIe.
enum class Fabric { None, NvSwitch, Mesh, HybridCube, Pairs, Ring, Uneven };
inline constexpr int kFabrics = 7;

enum class CpuKind { Skylake, SapphireRapids, Rome, Grace, Power9, Zhaoxin };
inline constexpr int kCpuKinds = 6;

/// A CPU (parent below 0) or a PCI switch below an earlier place.
struct Place {
  int parent = -1;
  bool operator==(const Place&) const = default;
};

struct GpuSpec {
  int place = 0;
  int nvlinks_to_cpu = 0;  // POWER's NVLink to the CPU
  bool c2c = false;        // Grace's link to the CPU
  bool direct_rdma = true;
  bool operator==(const GpuSpec&) const = default;
};

struct NicSpec {
  int place = 0;
  int ports = 1;
  int speed_mbps = 100000;
  bool direct_rdma = true;
  int pcie_width = 16;
  bool has_functions = false;  // a PCI function for each port
  bool operator==(const NicSpec&) const = default;
};

struct Machine {
  CpuKind cpu = CpuKind::Skylake;
  int compute_capability = 80;
  int pcie_gen = 4;  // 3 to 6
  Fabric fabric = Fabric::None;
  int nvlinks = 1;             // per pair, or to the NVSwitch per GPU
  std::vector<Place> places;   // CPUs and switches; a parent comes before its children
  std::vector<GpuSpec> gpus;   // the first is dev 0
  std::vector<NicSpec> nics;   // NETs are numbered in this order
  std::vector<int> gpu_order;  // order of the GPUs in the file
  bool operator==(const Machine&) const = default;
};

/// A question about a machine.
struct Question {
  Machine machine;
  int nodes = 1;
  std::vector<int> devices;  // empty: all
  bool multicast = true;     // where compute capability and NVSwitch allow it
  bool collnet = false;
  bool nvlink_domain = false;            // all nodes in one (MNNVL)
  std::vector<std::string> environment;  // "NCCL_ALGO=Ring"
  bool connects = false;                 // the library sets up its connections
  bool operator==(const Question&) const = default;
};

/// The machine as an NCCL topology file.
std::string to_nccl_xml(const Machine& machine);

/// Number of NVLinks between two GPUs.
int nvlinks_between(const Machine& machine, int a, int b);

}  // namespace treering::parity
