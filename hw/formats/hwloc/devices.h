// The devices of an hwloc XML: CPUs, network adapters with their ports, the PCI tree, and the
// NVLinks between them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/link_speed.h"
#include "hw/formats/hwloc/objects.h"

namespace treering::hw::formats::hwloc {

// The CPUs of an hwloc XML: one for each NUMA node with cores, as NCCL has them.

class Cpus {
 public:
  Cpus(const Machine& machine, Builder& builder) : machine_(machine), builder_(builder) {}

  /// Adds the devices. Problems go to the builder.
  void add();

  /// The CPU that `holder` belongs to; where it has several or none, the first, with a note on
  /// `object`.
  core::DeviceId near(const xml::Element* holder, const xml::Element& object);

  /// The first CPU of a package; kNoDevice for none.
  core::DeviceId of_package(const xml::Element& package) const;

  /// Links between all CPUs, each with each.
  void connect();

 private:
  struct Node {
    CpuSet cpus;
    core::DeviceId id = core::kNoDevice;
  };

  const CpuSet& cpus_of(const xml::Element& object);
  bool is_memory_only(const xml::Element& node, const CpuSet& cpus) const;
  const xml::Element* package_of(const CpuSet& cpus);
  void add_cpu(const xml::Element& element, const CpuSet& cpus);
  core::Cpu read_package(const xml::Element* package, core::Device& device);
  void read_arch(const xml::Element* package, core::Cpu& cpu, core::Device& device);

  const Machine& machine_;
  Builder& builder_;
  std::vector<Node> nodes_;
  std::unordered_map<const xml::Element*, CpuSet> sets_;  // read so far
};

// The network adapters of an hwloc XML and their ports.

class Nics {
 public:
  Nics(const Machine& machine, Builder& builder);

  /// Whether a PCIDev has a network interface or InfiniBand device.
  bool is_nic(const xml::Element& object) const;

  /// Adds the ports of one function of the adapter `nic`: like NCCL, those of InfiniBand devices if
  /// the machine has an active one, else network interfaces.
  void add_ports(const xml::Element& object, const core::PciFunction& pci, core::DeviceId nic);

  /// Call it when all are added.
  void number_ports();

 private:
  void add_verbs_device(const xml::Element& device, const core::PciFunction& pci,
                        core::DeviceId nic);
  void add_verbs_port(const xml::Element& device, core::NicPort port, std::int64_t mbps);
  void add_interface(const xml::Element& device, core::DeviceId nic);
  void remember_interface(const xml::Element& device, core::DeviceId nic);

  const Machine& machine_;
  Builder& builder_;
  bool has_verbs_ = false;  // a port of an InfiniBand device that is active
  std::map<core::DeviceId, int> interfaces_;
  std::vector<core::DeviceId> ports_;
};

// The PCI devices of an hwloc XML that carry communication, with the switches above them.

class PciTree {
 public:
  PciTree(const Machine& machine, Cpus& cpus, Builder& builder);

  /// Adds GPUs, NVSwitches and NICs, with the switches above them. Problems go to the builder.
  void add();

  /// The device of a PCIDev; kNoDevice when it was left out.
  core::DeviceId device_of(const xml::Element& object) const;
  const std::vector<core::DeviceId>& gpus() const { return gpus_; }
  /// The CPU above a GPU.
  core::DeviceId cpu_of(core::DeviceId gpu) const;

 private:
  /// The parent of a device, and the link to it.
  struct Above {
    core::DeviceId parent = core::kNoDevice;
    core::DeviceId cpu = core::kNoDevice;
    std::optional<int> host_bridge;
    const xml::Element* port = nullptr;  // the other end of the link; null for none in the file
  };

  struct LinkSpeed {
    double gb_per_s = 0;  // 0 when not known
    SplitLinkSpeed split;
    std::string_view source;  // empty where `gb_per_s` is the slower end's in the file
  };

  void add_object(const PciObject& place);
  core::DeviceId add_kind(const PciObject& place, core::PciFunction pci);
  core::DeviceId add_nic(const PciObject& place, const core::PciFunction& pci);
  Above above(const PciObject& place, std::size_t bridges);
  core::DeviceId switch_for(const PciObject& place, std::size_t index);
  core::DeviceId add_below(const Above& above, const xml::Element& object, core::Device device);
  LinkSpeed link_speed(const Above& above, const xml::Element& object);
  core::PciFunction read_function(const xml::Element& object);
  double speed_of(const xml::Element& object);
  void note_hidden_bridges(const PciObject& place, const core::PciFunction& pci);

  const Machine& machine_;
  Cpus& cpus_;
  Builder& builder_;
  Nics nics_;
  IdleLinks idle_links_;
  std::map<const xml::Element*, core::DeviceId> devices_;   // by PCIDev or Bridge
  std::map<std::string, core::DeviceId> nic_of_;            // by address less the function
  std::map<const xml::Element*, int> host_bridges_;         // numbers below their CPU
  std::map<core::DeviceId, int> host_bridge_count_;         // by CPU
  std::map<std::uint64_t, const xml::Element*> addresses_;  // of all that were read
  std::map<core::DeviceId, core::DeviceId> cpu_above_;      // of all below CPUs
  std::vector<core::DeviceId> gpus_;
};

// The NVLinks of an hwloc XML: its matrix of distances named NVLinkBandwidth.

/// The matrix gives MB/s between all pairs of its objects: GPUs, NVSwitches, packages. The rate of
/// one link gives their number. Without a matrix, the NVLinks of IBM's POWER servers are assumed;
/// other GPUs that can have NVLinks get a note. Problems go to the builder.
void add_hwloc_nvlinks(const Machine& machine, const Cpus& cpus, const PciTree& tree,
                       Builder& builder);

}  // namespace treering::hw::formats::hwloc
