// The source `infiniband`: RDMA adapters, InfiniBand and RoCE alike, from /sys/class/infiniband.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

struct HcaPort {
  int number = 0;
  std::optional<Figure<std::int64_t>> rate_mbps;  // Mbit/s
  std::string state;                              // "ACTIVE", "DOWN", ...; "" where it is unknown
  std::string physical_state;                     // "LinkUp", "Disabled", "Polling", ...
  std::string link_layer;                         // "InfiniBand" or "Ethernet"
};

struct Hca {
  std::string name;    // "mlx5_0"
  std::string bus_id;  // "" where it has no PCI device, or that is hidden
  std::string type;    // "MT4129": of mlx4 and mlx5 MT and the PCI device in decimal
  // Of an SR-IOV virtual function: that of the function which it is part of, "" where that is
  // hidden, as in a virtual machine.
  std::string physical_bus_id;
  // Of the ASIC, in the byte order of verbs, as NCCL writes guid; 0 when unknown.
  std::uint64_t guid = 0;
  std::vector<HcaPort> ports;
  std::string firmware = {};  // "28.39.1002"; "" when unknown
};

struct InfinibandFacts {
  std::vector<Hca> hcas;  // mlx5_2 before mlx5_10
  std::vector<Unread> unread;
};

InfinibandFacts discover_infiniband(const world::World& world);

/// Mbit/s of a text like "400 Gb/sec (4X NDR)" or "2.5 Gb/sec (1X SDR)"; nothing for others.
std::optional<std::int64_t> rate_in(std::string_view text);

}  // namespace treering::hw::discover::sources
