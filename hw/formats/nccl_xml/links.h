// Second pass over an NCCL XML: NVLink, C2C, links between PCI switches, and between sockets.
#pragma once

#include "hw/formats/nccl_xml/devices.h"

namespace treering::hw::formats::nccl_xml {

class Builder;

/// Links, NVSwitches and problems go to `builder`.
void read_nccl_links(const Devices& devices, Builder& builder);

}  // namespace treering::hw::formats::nccl_xml
