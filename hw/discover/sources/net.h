// The source `net`: network interfaces in /sys/class/net that have a PCI device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

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
