// The PCI devices of an hwloc XML that carry communication, with the switches above them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/cpus.h"
#include "hw/formats/hwloc/link_speed.h"
#include "hw/formats/hwloc/nics.h"
#include "hw/formats/hwloc/objects.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {

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

}  // namespace treering::hw::formats::hwloc
