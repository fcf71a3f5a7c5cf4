// What a pci element of an NCCL XML says of its device.
#pragma once

#include <string_view>

#include "core/topology/topology.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {

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

}  // namespace treering::hw::formats::nccl_xml
