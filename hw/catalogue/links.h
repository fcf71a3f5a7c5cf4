// What a wire carries in one direction, for topologies whose source does not say: NVLink by GPU
// generation, PCIe by generation and width, InfiniBand by the name of its speed, assumptions for
// the rest. Also what is at the far end of an NVLink.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/topology/topology.h"
#include "core/units.h"

namespace treering::hw::catalogue {

struct LinkRate {
  core::Bandwidth bandwidth;
  core::Origin origin;
};

/// One NVLink of a GPU with this compute capability (major * 10 + minor; 0 when unknown).
LinkRate nvlink_rate(int compute_capability);

/// The generation of its NVLinks: 4 for 90; 0 where it has none, or is unknown.
int nvlink_generation(int compute_capability);

/// The most NVLinks that a GPU with this compute capability has; those of any GPU when unknown.
int most_nvlinks(int compute_capability);

/// The share of a lane's GT/s that line encoding leaves (PCI Express Base Specification): 8b/10b in
/// generations 1 and 2, 128b/130b in 3 to 5; generations 6 and 7 send flits of 256 bytes of which
/// 242 are not error correction or check sums.
inline constexpr double kPayload8b10b = 8.0 / 10;
inline constexpr double kPayload128b130b = 128.0 / 130;
inline constexpr double kPayloadFlit = 242.0 / 256;

struct PcieGeneration {
  double gt_per_s;
  double payload_share;
  std::string_view text;  // as Linux prints it (drivers/pci/probe.c, pci_speed_string)
};

/// Generation 1 first.
inline constexpr std::array<PcieGeneration, 7> kPcieGenerations{{
    {2.5, kPayload8b10b, "2.5 GT/s PCIe"},
    {5, kPayload8b10b, "5.0 GT/s PCIe"},
    {8, kPayload128b130b, "8.0 GT/s PCIe"},
    {16, kPayload128b130b, "16.0 GT/s PCIe"},
    {32, kPayload128b130b, "32.0 GT/s PCIe"},
    {64, kPayloadFlit, "64.0 GT/s PCIe"},
    {128, kPayloadFlit, "128.0 GT/s PCIe"},
}};

/// GT/s at the start of a text of the kernel, "16.0 GT/s PCIe" or "8 GT/s"; nothing when it is not
/// a PCI Express rate.
std::optional<double> transfer_rate(std::string_view link_speed);

/// Whether such a text gives a figure that no wire has: negative, not a number, or beyond 1000.
bool is_absurd_rate(std::string_view link_speed);

/// All lanes of a PCIe link, after line encoding. An unknown speed counts as 8 GT/s, an unknown
/// width as 16 lanes, as in NCCL.
LinkRate pcie_rate(const core::PciFunction& pci);
int pcie_lanes(const core::PciFunction& pci);

/// The text of the kernel for the generation whose rate over `lanes` comes closest.
std::string_view closest_link_speed(core::Bandwidth bandwidth, int lanes);

/// The same text for a generation of PCI Express, 1 to 7; "" for others.
std::string_view link_speed_of_generation(int generation);

/// From `cpu` to another socket of its host, by NCCL's figure.
LinkRate inter_socket_rate(const core::Cpu& cpu);

/// Between the Graces of one host, whose GPUs have this compute capability: NCCL counts them like
/// any Arm CPU, which is far too little. Nothing where it is not that of a superchip.
std::optional<LinkRate> inter_grace_rate(int compute_capability);

/// A connection without a wire, like that of a virtual NIC, by NCCL's figure.
LinkRate local_rate();

/// What one lane of a cable carries, by the names of the InfiniBand specification.
enum class LaneSpeed : std::uint8_t { Unknown, Sdr, Ddr, Qdr, Fdr10, Fdr, Edr, Hdr, Ndr, Xdr };

/// Mbit/s of one lane in one direction, as NCCL counts it (src/transport/net_ib.cc, 2.28.9: QDR and
/// FDR10 10000, EDR 25000); 0 when unknown.
std::int64_t lane_mbps(LaneSpeed speed);

/// "NDR"; "" when unknown.
std::string_view name_of(LaneSpeed speed);

/// By name, in any case. Nothing for other texts.
std::optional<LaneSpeed> lane_speed_named(std::string_view name);

/// By the rate of one lane, before or after line encoding: 14.0625 and 14 are FDR. Unknown where no
/// speed is within 7 %.
LaneSpeed lane_speed(double gbit_per_s);

/// What NCCL counts for a port whose rate is missing or not positive (2.28 src/graph/topo.cc:370),
/// and for a socket whose rate the system does not give (src/transport/net_socket.cc); Mbit/s.
inline constexpr std::int64_t kNcclDefaultMbps = 10'000;

/// The far end of an NVLink, which NCCL's XML and NVML give as a bus id and a PCI class.
enum class NvlinkEnd { Gpu, Cpu, Switch };

/// By the prefix of the class. Any other class, or none because the device is hidden, is an
/// NVSwitch, as in NCCL (2.28 src/graph/topo.cc:422, 580-603, and xml.cc:869).
NvlinkEnd nvlink_end(std::string_view pci_class);

/// The class that NCCL writes for an NVSwitch, and for one that it cannot see.
inline constexpr std::string_view kNvSwitchClass = "0x068000";

/// The NVSwitch at `target`.
/// \param is_taken another device has this bus id, as guests see it for hidden switches. Then, and
/// where the target is not a bus id, the device keeps the target as an attribute.
core::Device nvswitch_at(const std::string& target, bool is_taken);

}  // namespace treering::hw::catalogue
