// The answers of NVML, the library of NVIDIA's driver, about this machine, without any
// interpretation; hw/discover/sources/nvidia_driver.h interprets them.
//
// A figure is empty where NVML was not asked, cannot report it on this hardware, or failed;
// `faults` has the failures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/host_state/host_state.h"

namespace treering::hw::world {

/// The far end of an NVLink; Npu is a POWER processor.
enum class NvmlRemote { Gpu, Npu, Switch, Unknown };

struct NvmlLink {
  int number = 0;
  std::optional<bool> carries_p2p;  // its capability P2P_SUPPORTED
  std::optional<bool> is_active;
  // Of active links.
  std::optional<int> version;  // NVLink generation: 3, 4, ...
  std::optional<NvmlRemote> remote;
  std::string remote_bus_id;  // lower case, as NVML writes it: "fffffff:ffff:ff" is a hidden end
  bool operator==(const NvmlLink&) const = default;
};

/// NVLink-C2C to the processor; only active links.
struct NvmlC2c {
  int links = 0;
  int mb_per_s = 0;  // of one link, one direction
  bool operator==(const NvmlC2c&) const = default;
};

enum class NvmlFabricState { Unsupported, NotStarted, InProgress, Completed };

/// Registration of a GPU with the fabric manager of its NVSwitches.
struct NvmlFabric {
  NvmlFabricState state = NvmlFabricState::Unsupported;
  std::string fault;         // of a completed registration: NVML's words; empty for none
  std::string cluster_uuid;  // "6f1c2a30-...", lower case; all zeros outside of multi-node NVLink
  std::int64_t clique = 0;
  bool operator==(const NvmlFabric&) const = default;
};

/// The PCIe link of a GPU: its limits in this slot, and its state now.
struct NvmlPcie {
  std::optional<int> max_generation;
  std::optional<int> max_width;  // lanes
  std::optional<int> generation;
  std::optional<int> width;
  bool operator==(const NvmlPcie&) const = default;
};

struct NvmlGpu {
  int index = 0;
  std::string name;                       // "NVIDIA H100 80GB HBM3"
  std::string bus_id;                     // "0000:1b:00.0", lower case
  std::optional<int> compute_capability;  // major * 10 + minor
  std::optional<bool> has_mig;            // MIG mode is on
  NvmlPcie pcie;
  std::vector<NvmlLink> links;
  std::optional<NvmlC2c> c2c;
  std::optional<NvmlFabric> fabric;
  std::string vbios = {};  // its firmware: "96.00.89.00.01"
  bool operator==(const NvmlGpu&) const = default;
};

/// Whether GPU `from` reads and writes the memory of GPU `to`.
struct NvmlPair {
  int from = 0;
  int to = 0;
  std::optional<core::PeerAccess> read;
  std::optional<core::PeerAccess> write;
  bool operator==(const NvmlPair&) const = default;
};

/// A call that failed, other than for lack of support in the hardware.
struct NvmlFault {
  std::string call;        // "nvmlDeviceGetNvLinkState"
  std::optional<int> gpu;  // nothing where it is all of them
  std::string text;        // NVML's words, lower case, or "not in this library"
  bool operator==(const NvmlFault&) const = default;
};

// Bounds on one machine; its GPUs are at most core::kMaxGpus. NVML 13 knows up to 36 links of a
// GPU.
inline constexpr int kMaxNvmlLinks = 64;
inline constexpr std::size_t kMaxNvmlFaults = 4096;

struct NvmlAnswers {
  std::string driver_version;  // "550.54.15"
  std::vector<NvmlGpu> gpus;   // that this process may use, by index
  std::vector<NvmlPair> pairs;
  std::vector<NvmlFault> faults;
  std::optional<int> cuda_version = {};  // that the driver serves: major * 1000 + minor * 10
  bool operator==(const NvmlAnswers&) const = default;
};

}  // namespace treering::hw::world
