// What a wire of a known kind carries in one direction, where the source of a topology does not
// say: NVLink by GPU generation, PCIe by generation and width, InfiniBand by the name of its speed,
// and assumptions for the rest. What stands at the other end of an NVLink.
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

/// The most NVLinks that a GPU with this compute capability has; those of any GPU when unknown.
int most_nvlinks(int compute_capability);

/// What line encoding leaves of the GT/s of a lane (PCI Express Base Specification): 8b/10b in
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
/// a rate of PCI Express.
std::optional<double> transfer_rate(std::string_view link_speed);

/// Whether such a text gives a figure that no wire has: negative, not a number, or beyond 1000.
bool is_absurd_rate(std::string_view link_speed);

/// All lanes of a PCIe link, after line encoding. Speed and width that are unknown count as NCCL
/// counts them: 8 GT/s, 16 lanes.
LinkRate pcie_rate(const core::PciFunction& pci);
int pcie_lanes(const core::PciFunction& pci);

/// The text of the kernel for the generation whose rate over `lanes` comes closest.
std::string_view closest_link_speed(core::Bandwidth bandwidth, int lanes);

/// The same text for a generation of PCI Express, 1 to 7; "" for others.
std::string_view link_speed_of_generation(int generation);

/// From `cpu` to another socket of its host: the figure that NCCL takes.
LinkRate inter_socket_rate(const core::Cpu& cpu);

/// A connection without a wire, like that of a virtual NIC: the figure that NCCL takes.
LinkRate local_rate();

/// What one lane of a cable carries, by the names of the InfiniBand specification.
enum class LaneSpeed : std::uint8_t { Unknown, Sdr, Ddr, Qdr, Fdr10, Fdr, Edr, Hdr, Ndr, Xdr };

/// Mbit/s of one lane in one direction, as NCCL counts it (src/transport/net_ib.cc, 2.28.9: QDR and
/// FDR10 10000, EDR 25000); 0 when unknown.
std::int64_t lane_mbps(LaneSpeed speed);

/// "NDR"; "" when unknown.
std::string_view name_of(LaneSpeed speed);

/// By its name in any case. Nothing for others.
std::optional<LaneSpeed> lane_speed_named(std::string_view name);

/// By what one lane carries, before or after line encoding: 14.0625 and 14 are FDR. Unknown where
/// none is within 7 %.
LaneSpeed lane_speed(double gbit_per_s);

/// What stands at the other end of an NVLink, in the words of NCCL's XML and of NVML: a bus id, and
/// the PCI class that the system gives it.
enum class NvlinkEnd { Gpu, Cpu, Switch };

/// By the prefix of its class. An NVSwitch is also what has another class, or none because it is
/// hidden, as NCCL takes it (2.28 src/graph/topo.cc:422, 580-603, and xml.cc:869).
NvlinkEnd nvlink_end(std::string_view pci_class);

/// The class that NCCL writes for an NVSwitch, and for one that it cannot see.
inline constexpr std::string_view kNvSwitchClass = "0x068000";

/// The NVSwitch at `target`.
/// \param is_taken another device has this bus id: guests see such targets for switches that are
/// hidden. Then, and where it is no bus id at all, the target is kept beside the device.
core::Device nvswitch_at(const std::string& target, bool is_taken);

}  // namespace treering::hw::catalogue
