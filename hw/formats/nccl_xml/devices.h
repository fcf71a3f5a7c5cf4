// First pass over an NCCL XML: CPUs and the PCI tree with its links, GPUs, NICs and their ports.
#pragma once

#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {

class Builder;

/// A device whose pci element may hold links to others, which the second pass reads.
struct LinkingDevice {
  const xml::Element* pci;
  core::DeviceId id;
  core::DeviceId cpu;
  int host;
};

struct Devices {
  std::vector<LinkingDevice> gpus;
  std::vector<LinkingDevice> switches;
  std::vector<std::vector<core::DeviceId>> cpus;  // by host
};

/// Devices, PCIe links and problems go to `builder`.
Devices read_nccl_devices(const xml::Element& system, Builder& builder);

}  // namespace treering::hw::formats::nccl_xml
