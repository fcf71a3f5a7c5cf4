// What a wire of a known kind carries in one direction, where the source of a topology does not
// say: NVLink by GPU generation, PCIe by generation and width, and stand-ins for the rest.
#pragma once

#include <optional>
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

}  // namespace treering::hw::catalogue
