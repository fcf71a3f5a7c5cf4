// What all sources say of one machine.
#pragma once

#include "hw/discover/acs.h"
#include "hw/discover/environment.h"
#include "hw/discover/gpu_direct.h"
#include "hw/discover/infiniband.h"
#include "hw/discover/iommu.h"
#include "hw/discover/limits.h"
#include "hw/discover/net.h"
#include "hw/discover/numa.h"
#include "hw/discover/nvidia_driver.h"
#include "hw/discover/nvml.h"
#include "hw/discover/pci.h"
#include "hw/discover/platform.h"
#include "hw/discover/plugins.h"
#include "hw/discover/topology_file.h"

namespace treering::hw {

struct MachineFacts {
  PciFacts pci;
  NumaFacts numa;
  InfinibandFacts infiniband;
  NetFacts net;
  DriverFacts driver;
  NvmlFacts nvml;
  // How it is set.
  AcsFacts acs;
  IommuFacts iommu;
  GpuDirectFacts gpu_direct;
  LimitFacts limits;
  PlatformFacts platform;
  EnvironmentFacts environment;
  PluginFacts plugins;
  TopologyFileFacts topology_file;
};

}  // namespace treering::hw
