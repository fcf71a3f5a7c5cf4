// The facts that all sources give about one machine.
#pragma once

#include <vector>

#include "core/result.h"
#include "hw/discover/sources/acs.h"
#include "hw/discover/sources/environment.h"
#include "hw/discover/sources/gpu_direct.h"
#include "hw/discover/sources/infiniband.h"
#include "hw/discover/sources/iommu.h"
#include "hw/discover/sources/limits.h"
#include "hw/discover/sources/net.h"
#include "hw/discover/sources/numa.h"
#include "hw/discover/sources/nvidia_driver.h"
#include "hw/discover/sources/nvml.h"
#include "hw/discover/sources/pci.h"
#include "hw/discover/sources/platform.h"
#include "hw/discover/sources/plugins.h"
#include "hw/discover/sources/topology_file.h"

namespace treering::hw::discover::sources {

struct HwlocNotes {
  std::vector<core::Diagnostic> notes;
  std::vector<Unread> unread;
};

struct MachineFacts {
  PciFacts pci;
  NumaFacts numa;
  HwlocNotes hwloc;  // on what libhwloc added to both
  InfinibandFacts infiniband;
  NetFacts net;
  DriverFacts driver;
  NvmlFacts nvml;
  // The settings.
  AcsFacts acs;
  IommuFacts iommu;
  GpuDirectFacts gpu_direct;
  LimitFacts limits;
  PlatformFacts platform;
  EnvironmentFacts environment;
  PluginFacts plugins;
  TopologyFileFacts topology_file;
};

}  // namespace treering::hw::discover::sources
