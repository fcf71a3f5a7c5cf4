// What all sources say of one machine.
#pragma once

#include "hw/discover/infiniband.h"
#include "hw/discover/net.h"
#include "hw/discover/numa.h"
#include "hw/discover/pci.h"

namespace treering::hw {

struct MachineFacts {
  PciFacts pci;
  NumaFacts numa;
  InfinibandFacts infiniband;
  NetFacts net;
};

}  // namespace treering::hw
