// Puts small machines together for tests, part by part. Names, bus ids, NUMA nodes and the numbers
// of GPUs and ports count up by themselves; what a test cares about it says.
#pragma once

#include <string>

#include "core/topology/topology.h"

namespace treering::testing {

enum class CpuModel { Broadwell, SapphireRapids, Milan, Grace, Power9 };

/// A slot of 16 lanes. In NCCL's eyes Gen3 moves 12 GB/s, Gen4 24, Gen5 48; Unknown counts as Gen3.
enum class PcieSpeed { Unknown, Gen3, Gen4, Gen5 };

class Assembly {
 public:
  explicit Assembly(std::string name) : builder_(std::move(name)) {}

  core::DeviceId cpu(CpuModel model = CpuModel::SapphireRapids, std::string affinity = {});
  core::DeviceId pci_switch(core::DeviceId above, PcieSpeed speed = PcieSpeed::Gen4);
  core::DeviceId gpu(core::DeviceId above, int compute_capability = 80,
                     PcieSpeed speed = PcieSpeed::Gen4);
  /// A NIC without ports, with an identity of its own.
  core::DeviceId nic(core::DeviceId above, PcieSpeed speed = PcieSpeed::Gen4);
  core::DeviceId virtual_nic(core::DeviceId cpu);
  /// The next port of a NIC, able to do GPUDirect RDMA.
  core::DeviceId port(core::DeviceId nic, int mbps);
  core::DeviceId nvswitch();

  void nvlink(core::DeviceId a, core::DeviceId b, int count = 1);
  void c2c(core::DeviceId gpu, core::DeviceId cpu, double gb_per_s);

  /// Any PCI device with a link of `gb_per_s` whose speed in NCCL's sense is unknown.
  core::DeviceId pci(const std::string& name, core::DeviceInfo info, core::DeviceId above,
                     double gb_per_s);
  void join(core::LinkKind kind, core::DeviceId from, core::DeviceId to, double gb_per_s,
            int count = 1);

  core::TopologyBuilder& builder() { return builder_; }
  core::Device& device(core::DeviceId id) { return builder_.device(id); }
  template <class Info>
  Info& info(core::DeviceId id) {
    return std::get<Info>(builder_.device(id).info);
  }
  core::PciFunction& function(core::DeviceId id) { return *builder_.device(id).pci; }

  core::Topology build() &&;

 private:
  core::DeviceId slot(const std::string& name, core::DeviceInfo info, core::DeviceId above,
                      PcieSpeed speed);

  core::TopologyBuilder builder_;
  int numa_nodes_ = 0;
  int buses_ = 0;
  int gpus_ = 0;
  int ports_ = 0;
};

}  // namespace treering::testing
