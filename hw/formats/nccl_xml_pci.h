// What a pci element of an NCCL XML says of its device.
#pragma once

#include <string_view>

#include "core/topology.h"
#include "hw/formats/xml_document.h"

namespace treering::hw {

class NcclXmlDraft;

/// The first child of that name; null when there is none.
const XmlElement* child_of(const XmlElement& element, std::string_view name);

/// The device with its kind, bus facts and attributes; Gpu and Nic not yet filled in. Attributes
/// that are not known are kept in `extra`, for a GPU or NIC under "pci.NAME": the plain names
/// belong to the element inside.
core::Device read_pci_device(const XmlElement& pci, NcclXmlDraft& draft);

}  // namespace treering::hw
