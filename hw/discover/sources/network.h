// The network: RDMA adapters with their ports, and network interfaces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

// The source `infiniband`: RDMA adapters, InfiniBand and RoCE alike, from /sys/class/infiniband.

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
};

struct InfinibandFacts {
  std::vector<Hca> hcas;  // mlx5_2 before mlx5_10
  std::vector<Unread> unread;
};

InfinibandFacts discover_infiniband(const world::World& world);

/// Mbit/s of a text like "400 Gb/sec (4X NDR)" or "2.5 Gb/sec (1X SDR)"; nothing for others.
std::optional<std::int64_t> rate_in(std::string_view text);

// The source `net`: network interfaces in /sys/class/net that have a PCI device.

struct NetInterface {
  std::string name;
  std::string bus_id;
  bool is_up = false;
  std::optional<Figure<std::int64_t>> speed_mbps;  // nothing where the driver does not say
};

struct NetFacts {
  std::vector<NetInterface> interfaces;
  std::vector<Unread> unread;
};

NetFacts discover_net(const world::World& world);

}  // namespace treering::hw::discover::sources
