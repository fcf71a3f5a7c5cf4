// The two passes over an NCCL XML: devices with their PCI tree, then the links between them.
#pragma once

#include <string_view>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {

// What a pci element of an NCCL XML says of its device.

class Builder;

/// The first child of that name; null when there is none.
const xml::Element* child_of(const xml::Element& element, std::string_view name);

/// The class that NCCL takes for a CPU at the end of an NVLink.
inline constexpr std::string_view kCpuClass = "0x068001";

/// Whether a pci element of the device's class is such a device even if it is empty.
bool is_known_by_class(const core::Device& device);

/// The device's own class, or the usual one of its kind where NCCL would take the device for
/// another kind: it takes a bridge of class 0x0302 for a GPU.
std::string_view identifying_class(const core::Device& device);

/// The device with its kind, bus facts and attributes; Gpu and Nic not yet filled in. Unknown
/// attributes are kept in `extra`, for a GPU or NIC as "pci.NAME", because plain names belong to
/// the inner element.
core::Device read_pci_device(const xml::Element& pci, Builder& builder);

// First pass over an NCCL XML: CPUs and the PCI tree with its links, GPUs, NICs and their ports.

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

// Second pass over an NCCL XML: NVLink, C2C, links between PCI switches, and between sockets.

class Builder;

/// Links, NVSwitches and problems go to `builder`.
void read_nccl_links(const Devices& devices, Builder& builder);

}  // namespace treering::hw::formats::nccl_xml
