#include "hw/discover/sources/infiniband.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::hw::discover::sources {
namespace {

constexpr const char* kAdapters = "/sys/class/infiniband";

/// "b83f:d203:00a1:b2c3", in network order, as a little-endian machine reads these bytes.
std::uint64_t guid_in(const std::string& text) {
  std::uint64_t guid = 0;
  unsigned digits = 0;
  for (const char c : text) {
    if (c == ':') continue;
    if (!core::is_hex_digit(c) || ++digits > 16) return 0;
    guid = guid << 4U | core::hex_value(c);
  }
  return digits == 16 ? __builtin_bswap64(guid) : 0;
}

/// The word of "4: ACTIVE".
std::string state_in(const std::string& text) {
  const std::size_t colon = text.find(": ");
  return colon == std::string::npos ? text : text.substr(colon + 2);
}

HcaPort read_port(const std::string& folder, int number, FactReader& reader) {
  HcaPort port{.number = number};
  const auto rate = reader.text(folder + "/rate");
  if (rate) {
    const auto mbps = rate_in(rate->value);
    if (mbps) port.rate_mbps = {*mbps, rate->origin};
  }
  port.state = state_in(reader.plain_text(folder + "/state"));
  port.physical_state = state_in(reader.plain_text(folder + "/phys_state"));
  port.link_layer = reader.plain_text(folder + "/link_layer");
  return port;
}

Hca read_hca(const std::string& name, FactReader& reader) {
  const std::string folder = std::string(kAdapters) + "/" + name;
  Hca hca{.name = name};
  hca.type = reader.plain_text(folder + "/hca_type");
  hca.firmware = reader.plain_text(folder + "/fw_ver");
  hca.physical_bus_id = bus_id_in(reader.real_path(folder + "/device/physfn").value_or(""));
  hca.bus_id = bus_id_in(reader.real_path(folder + "/device").value_or(""));
  // sys_image_guid is that of the ASIC, the same for both functions of a card with two ports.
  hca.guid = guid_in(reader.plain_text(folder + "/sys_image_guid"));
  if (hca.guid == 0) hca.guid = guid_in(reader.plain_text(folder + "/node_guid"));
  for (const std::string& port : reader.names(folder + "/ports")) {
    const auto number = core::whole_number<int>(port);
    if (!number) continue;
    hca.ports.push_back(read_port(fmt::format("{}/ports/{}", folder, port), *number, reader));
  }
  return hca;
}

}  // namespace

std::optional<std::int64_t> rate_in(std::string_view text) {
  double gbit_per_s = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, gbit_per_s);
  constexpr double kMost = 1e5;  // no port has 100 Tbit/s
  const bool is_rate = code == std::errc() && std::string_view(stop, end).starts_with(" Gb/sec") &&
                       gbit_per_s > 0 && gbit_per_s < kMost;
  if (!is_rate) return {};
  return std::llround(gbit_per_s * 1000);
}

InfinibandFacts discover_infiniband(const world::World& world) {
  FactReader reader(world);
  InfinibandFacts facts;
  for (const std::string& name : in_order_of_numbers(reader.names_of_source(kAdapters))) {
    facts.hcas.push_back(read_hca(name, reader));
  }
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
