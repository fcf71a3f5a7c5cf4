#include "hw/discover/sources/net.h"

namespace treering::hw::discover::sources {
namespace {

constexpr const char* kInterfaces = "/sys/class/net";

}  // namespace

NetFacts discover_net(const world::World& world) {
  FactReader reader(world);
  NetFacts facts;
  for (const std::string& name : in_order_of_numbers(reader.names_of_source(kInterfaces))) {
    const std::string folder = std::string(kInterfaces) + "/" + name;
    const auto device = reader.real_path(folder + "/device");
    if (!device) continue;  // loopback, bridges and the like
    NetInterface found{name, bus_id_in(*device), false, {}};
    if (found.bus_id.empty()) continue;
    found.is_up = reader.plain_text(folder + "/operstate") == "up";
    // An interface that is down answers its speed with an error, which is no news.
    if (found.is_up) {
      const auto speed = reader.integer(folder + "/speed");
      if (speed && speed->value > 0) found.speed_mbps = {speed->value, speed->origin};
    }
    facts.interfaces.push_back(std::move(found));
  }
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
