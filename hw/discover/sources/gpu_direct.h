// The source `gpu_direct`: the two ways in which an adapter reaches GPU memory, as NCCL 2.28.9
// tests for them: a kernel module (src/transport/net_ib.cc, ibGdrSupportInitOnce) and dma-buf
// (ncclIbDmaBufSupport, and dmaBufSupported of src/init.cc). NCCL asks driver and verbs for
// dma-buf; here their versions decide.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

/// The driver, from the first line of /proc/driver/nvidia/version.
struct NvidiaDriver {
  std::string version;   // "550.54.15"
  bool is_open = false;  // the open kernel modules
  bool operator==(const NvidiaDriver&) const = default;
};

struct GpuDirectFacts {
  std::optional<Figure<bool>> has_peermem;
  std::optional<Figure<bool>> has_dmabuf;
  std::optional<Figure<NvidiaDriver>> driver;
  std::optional<Figure<std::string>> kernel;  // release
  std::vector<Unread> unread;
};

GpuDirectFacts discover_gpu_direct(const world::World& world);

/// Nothing when `text` names no version.
std::optional<NvidiaDriver> nvidia_driver_in(std::string_view text);

/// Whether `driver` exports GPU memory as dma-buf and a kernel of this release accepts it for RDMA;
/// nothing where a vendor may have ported it to an older kernel.
std::optional<bool> can_share_as_dmabuf(const NvidiaDriver& driver, std::string_view kernel);

}  // namespace treering::hw::discover::sources
