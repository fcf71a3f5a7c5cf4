// The bandwidths that a version of NCCL assumes for each kind of link, GB/s per direction. These
// are not the wires' real rates.
#pragma once

#include <span>
#include <string_view>

namespace treering::core {
struct Cpu;
}  // namespace treering::core

namespace treering::sim::nccl::versions {

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

/// Between the NUMA nodes of one host.
struct SocketRates {
  float power = 0;
  float arm = 0;
  float amd = 0;
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

}  // namespace treering::sim::nccl::versions
