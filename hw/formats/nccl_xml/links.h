// Second pass over an NCCL XML: NVLink, C2C, links between PCI switches, and between sockets.
#pragma once

#include "hw/formats/nccl_xml/devices.h"

namespace treering::hw::formats::nccl_xml {

class NcclXmlDraft;

/// Links, NVSwitches and problems go to `draft`.
void read_nccl_links(const NcclXmlDevices& devices, NcclXmlDraft& draft);

}  // namespace treering::hw::formats::nccl_xml
