// The constants of a version's graph code: the bandwidths that it assumes for links, and the steps
// and speeds of its channel search.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace treering::core {
struct Cpu;
}  // namespace treering::core

namespace treering::sim::nccl::versions {

// The bandwidths that a version of NCCL assumes for each kind of link, GB/s per direction. These
// are not the wires' real rates.

/// The rate of one NVLink of GPUs with compute capability `from` to `to`, both included.
struct NvLinkRate {
  int from = 0;
  int to = 0;
  float gb_per_s = 0;
};

/// A rate of PCIe lanes. Speed texts of sysfs are compared as prefixes; the first match counts.
struct PciLaneRate {
  std::string_view prefix;
  int hundred_mbps = 0;  // per lane: lanes * hundred_mbps / 80 is GB/s
};

/// Between sockets with Intel CPUs from this model number on.
struct IntelSocketRate {
  int from_model = 0;
  float gb_per_s = 0;
};

/// The same with AMD CPUs from this family on, as NCCL numbers families (base + extended << 4).
struct AmdSocketRate {
  int from_family = 0;
  float gb_per_s = 0;
};

/// Between the NUMA nodes of one host.
struct SocketRates {
  float power = 0;
  float arm = 0;
  float amd = 0;                                // of families that `amd_families` leaves out
  std::span<const AmdSocketRate> amd_families;  // newest first
  float zhaoxin = 0;
  float zhaoxin_yongfeng = 0;
  std::span<const IntelSocketRate> intel;  // newest first
  float unknown = 0;
};

struct HardwareConstants {
  float local = 0;            // within a device, and to a virtual NIC
  int default_pci_lanes = 0;  // taken when the link width is unknown
  int default_net_mbps = 0;   // taken when the speed of a NIC is unknown
  float default_nvlink = 0;
  std::span<const NvLinkRate> nvlinks;
  std::span<const PciLaneRate> pci_lanes;  // ends with an empty prefix
  SocketRates sockets;
};

float nvlink_bandwidth(const HardwareConstants& hardware, int compute_capability);

/// A PCIe link of `lanes` lanes at the sysfs speed text, e.g. "16.0 GT/s PCIe".
float pci_bandwidth(const HardwareConstants& hardware, std::string_view link_speed, int lanes);

float inter_socket_bandwidth(const HardwareConstants& hardware, const core::Cpu& cpu);

// What a version's channel search tries, and how many steps it may take.

/// Bandwidths per channel that the search tries, GB/s, in descending order.
struct SearchSpeeds {
  int from_compute_capability = 0;
  std::span<const float> inside;   // one node
  std::span<const float> between;  // several
};

struct SearchConstants {
  std::array<SearchSpeeds, 3> speeds;  // newest GPUs first
  std::int64_t all_steps = 0;          // over all attempts at one pattern
  int steps = 0;                       // of one attempt
  int steps_same_channels = 0;         // when every channel repeats the first
  int steps_by_number = 0;             // for the order by GPU number, tried first
  int simpler_tree_from = 0;  // compute capability at which plain trees may replace balanced
  int max_nvls_heads = 0;
  int max_direct_heads = 0;
  float fast_channel = 0;               // GB/s from which a channel is split in two ...
  float fast_channel_after_ampere = 0;  // ... or this, beyond a number of channels on newer GPUs
  int split_channels_after_ampere = 0;
};

std::span<const float> search_speeds(const SearchConstants& search, bool spans_nodes,
                                     int compute_capability);

}  // namespace treering::sim::nccl::versions
