// Recognises, by form, addresses that identify a machine or a part of it: UUIDs, GUIDs, GIDs,
// hardware and IP addresses. Also bus ids, which identify nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treering::hw::world::anonymise {

/// Hexadecimal digits of an address, with any separators.
struct HexPart {
  std::size_t begin = 0;
  std::string digits;
};

struct Address {
  enum class Form { Ipv4, Ipv6, Hex };
  Form form = Form::Hex;
  std::vector<HexPart> parts;  // of Hex: each identifies something by itself
};

/// How many characters at the start of `text` are one address; 0 for none. UUID (8-4-4-4-12), GUID
/// (aaaa:bbbb:cccc:dddd), GID (eight such groups), hardware addresses of six bytes and more
/// (aa:bb:...), "enx" with twelve digits, "0x" with sixteen, IPv4, IPv6.
std::size_t address_size(std::string_view text);

/// \pre address_size(text) is all of it
Address address_of(std::string_view text);

/// Addresses that every machine has: 127.0.0.1, 0.0.0.0, ::1, ::.
bool is_common_address(std::string_view text);

/// The same for the address of a PCI function, "0000:17:00.0", also without the function, and for
/// what NVML gives for an end that it hides, "fffffff:ffff:ff".
std::size_t bus_id_size(std::string_view text);

}  // namespace treering::hw::world::anonymise
