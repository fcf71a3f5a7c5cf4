// NVIDIA's driver: what its kernel module shows, NVML's answers, and whether adapters reach GPU
// memory.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

// The source `driver`: what NVIDIA's kernel module shows in /proc/driver/nvidia. A container sees
// only its own GPUs there, even without NVML.

struct DriverFacts {
  std::optional<Figure<std::string>> version;         // "550.54.15"
  std::map<std::string, Figure<std::string>> models;  // by bus id: "NVIDIA H100 80GB HBM3"
  std::vector<Unread> unread;
};

DriverFacts discover_nvidia_driver(const world::World& world);

// The source `nvml`: NVML's answers about the GPUs that this process may use, and the devices that
// the system shows at the far ends of their NVLinks.

struct NvmlFacts {
  world::Seen<world::NvmlAnswers> answers =
      tl::unexpected(world::Unseen{world::Unseen::Why::Absent, "not asked"});
  // PCI classes of what NVLinks lead to, by bus id; ends that the system does not show are not in
  // it.
  std::map<std::string, std::string> remote_classes;
  std::vector<Unread> unread;
};

NvmlFacts discover_nvml(const world::World& world);

// The source `gpu_direct`: the two ways in which an adapter reaches GPU memory, as NCCL 2.28.9
// tests for them: a kernel module (src/transport/net_ib.cc, ibGdrSupportInitOnce) and dma-buf
// (ncclIbDmaBufSupport, and dmaBufSupported of src/init.cc). NCCL asks driver and verbs for
// dma-buf; here their versions decide.

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
