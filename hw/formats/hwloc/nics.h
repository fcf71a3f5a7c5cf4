// The network adapters of an hwloc XML and their ports.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/objects.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {

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

}  // namespace treering::hw::formats::hwloc
