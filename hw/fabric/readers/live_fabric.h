// The fabric that this machine's InfiniBand adapters are in: what libibnetdisc finds by sending
// packets from switch to switch, as its own program ibnetdiscover prints it
// (docs/decisions/0013-live-fabric.md). That needs the right to open /dev/infiniband/umad*.
#pragma once

#include "core/result.h"
#include "hw/fabric/readers/text.h"
#include "hw/world/world.h"

namespace treering::hw::fabric::readers {

/// Fails with Category::Environment and says why: no program, no devices, no right to use them, or
/// ibnetdiscover's complaint.
core::Result<FabricText> live_fabric(const world::World& world);

}  // namespace treering::hw::fabric::readers
