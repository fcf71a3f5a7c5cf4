// A tray of a GB200 or GB300 rack whose GPUs lack NVLinks, so that NCCL's search finds no ring.
#pragma once

#include <array>

#include "tests/support/assembly.h"

namespace treering::testing {

struct GraceTray {
  int with_nvlink = 0;        // of the four GPUs, the first so many: 18 links of 50 GB/s
  double between_cpus = 150;  // GB/s; 0: not known
};

/// Two Graces with two GPUs each at 225 GB/s of C2C, and an adapter of 400 Gbit/s at the first.
inline core::Topology grace_tray(const GraceTray& tray) {
  constexpr int kBlackwell = 100;
  Assembly assembly("grace-tray");
  const std::array cpus{assembly.cpu(CpuModel::Grace), assembly.cpu(CpuModel::Grace)};
  const auto nvswitch = tray.with_nvlink > 0 ? assembly.nvswitch() : core::kNoDevice;
  for (int i = 0; i < 4; ++i) {
    const auto cpu = cpus.at(static_cast<std::size_t>(i / 2));
    const auto gpu = assembly.gpu(cpu, kBlackwell, PcieSpeed::Gen5);
    assembly.c2c(gpu, cpu, 225);
    if (i < tray.with_nvlink) assembly.join(core::LinkKind::NvLink, gpu, nvswitch, 900, 18);
  }
  assembly.port(assembly.nic(cpus[0], PcieSpeed::Gen5), 400000);
  if (tray.between_cpus > 0) {
    assembly.join(core::LinkKind::InterSocket, cpus[0], cpus[1], tray.between_cpus);
  }
  return std::move(assembly).build();
}

}  // namespace treering::testing
