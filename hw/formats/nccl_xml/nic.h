// The nic and net elements of an NCCL XML.
#pragma once

#include <map>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {

class Builder;

class Nics {
 public:
  explicit Nics(Builder& builder) : builder_(builder) {}

  /// The nets in the nic elements of `pci`, as ports of the device `nic`.
  void read_ports(const xml::Element& pci, core::DeviceId nic);

  /// A nic right below a cpu has no PCI device. NCCL joins all such nics of a CPU into one.
  void read_virtual(const xml::Element& nic, core::DeviceId cpu);

  /// Call it when all are read: gives ports without a number the free ones.
  void finish();

 private:
  void read_nets(const xml::Element& nic, core::DeviceId id);
  void read_net(const xml::Element& net, core::DeviceId nic);

  Builder& builder_;
  std::map<core::DeviceId, core::DeviceId> virtual_nics_;  // by CPU
  std::vector<core::DeviceId> ports_;
};

}  // namespace treering::hw::formats::nccl_xml
