// The facts that all sources give about one machine.
#pragma once

#include <vector>

#include "core/result.h"
#include "hw/discover/sources/nccl_settings.h"
#include "hw/discover/sources/network.h"
#include "hw/discover/sources/nvidia_driver.h"
#include "hw/discover/sources/pci.h"
#include "hw/discover/sources/system.h"

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
