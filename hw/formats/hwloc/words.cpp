#include <algorithm>
#include <charconv>
#include <cstddef>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/formats/hwloc/objects.h"

namespace treering::hw::formats::hwloc {
namespace {

/// Four hex digits at `at`, as "0x10de"; empty when they are none.
std::string id_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kDigits = 4;
  if (text.size() < at + kDigits) return {};
  const std::string_view id = text.substr(at, kDigits);
  return core::whole_number<unsigned>(id, 16) ? fmt::format("0x{}", id) : std::string();
}

/// Whether the character at `at` in the layout of a pci_type is `expected`.
bool has_at(std::string_view text, std::size_t at, std::string_view expected) {
  return text.size() >= at && text.substr(at, expected.size()) == expected;
}

}  // namespace

std::optional<CpuSet> parse_hwloc_cpu_set(std::string_view text) {
  CpuSet set;
  if (text.empty()) return {};
  while (true) {
    const std::size_t comma = text.rfind(',');
    std::string_view word = comma == std::string_view::npos ? text : text.substr(comma + 1);
    if (word.starts_with("0x")) word.remove_prefix(2);
    const auto bits = word.empty() ? 0U : core::whole_number<std::uint32_t>(word, 16);
    if (!bits) return {};
    set.push_back(*bits);
    if (comma == std::string_view::npos) break;
    text = text.substr(0, comma);
  }
  while (!set.empty() && set.back() == 0) set.pop_back();
  return set;
}

bool overlap(const CpuSet& a, const CpuSet& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if ((a[i] & b[i]) != 0) return true;
  }
  return false;
}

std::string cpumap_of(const CpuSet& set) {
  std::string text;
  for (auto word = set.rbegin(); word != set.rend(); ++word) {
    text += fmt::format("{}{:08x}", text.empty() ? "" : ",", *word);
  }
  return text;
}

std::optional<core::PciFunction> parse_hwloc_pci_type(std::string_view text) {
  // 0302 [10de:1db8] [10de:131d] a1 00
  constexpr std::size_t kShortest = 30;
  if (text.size() < kShortest || !has_at(text, 4, " [") || !has_at(text, 10, ":") ||
      !has_at(text, 15, "] [") || !has_at(text, 22, ":") || !has_at(text, 27, "] ")) {
    return {};
  }
  const std::string base = id_at(text, 0);
  core::PciFunction pci;
  pci.vendor = id_at(text, 6);
  pci.device = id_at(text, 11);
  pci.subsystem_vendor = id_at(text, 18);
  pci.subsystem_device = id_at(text, 23);
  for (const std::string& id :
       {base, pci.vendor, pci.device, pci.subsystem_vendor, pci.subsystem_device}) {
    if (id.empty()) return {};
  }
  constexpr std::size_t kInterface = 32;
  const std::string_view interface = text.size() > kInterface ? text.substr(kInterface) : "00";
  if (interface.size() != 2 || !core::whole_number<unsigned>(interface, 16)) return {};
  pci.class_code = base + std::string(interface);
  return pci;
}

std::optional<std::uint64_t> parse_hwloc_guid(std::string_view text) {
  constexpr std::size_t kGroups = 4;
  constexpr std::size_t kDigits = 4;
  if (text.size() != kGroups * kDigits + kGroups - 1) return {};
  std::uint64_t guid = 0;
  for (std::size_t i = 0; i < kGroups; ++i) {
    const std::size_t at = i * (kDigits + 1);
    if (i > 0 && text[at - 1] != ':') return {};
    const auto group = core::whole_number<std::uint16_t>(text.substr(at, kDigits), 16);
    if (!group) return {};
    const std::uint64_t swapped = (*group >> 8U) | ((*group & 0xFFU) << 8U);
    guid |= swapped << (16U * i);
  }
  return guid;
}

std::optional<int> number_at_end(std::string_view name) {
  const std::size_t last_other = name.find_last_not_of("0123456789");
  return core::whole_number<int>(
      name.substr(last_other == std::string_view::npos ? 0 : last_other + 1), 10);
}

std::string info_of(const xml::Element& object, std::string_view name) {
  for (const xml::Element& child : object.children) {
    if (child.name == "info" && text_of(child, "name") == name) return text_of(child, "value");
  }
  return {};
}

std::string text_of(const xml::Element& object, std::string_view attribute) {
  const std::string* value = object.attribute(attribute);
  return value == nullptr ? std::string() : *value;
}

OsDevice os_device_of(const xml::Element& object, int version) {
  // hwloc.h of 1.11 to 2.13, hwloc_obj_osdev_type_e: an enumeration; of 3.0,
  // hwloc_obj_osdev_types_t: bits, an InfiniBand device of which may have both.
  const auto type = core::whole_number<unsigned>(text_of(object, "osdev_type"), 10);
  if (!type) return OsDevice::Other;
  constexpr unsigned kNetworkBit = 16;
  constexpr unsigned kOpenFabricsBit = 32;
  const bool has_bits = version >= 3;
  if (has_bits ? (*type & kOpenFabricsBit) != 0 : *type == 3) return OsDevice::OpenFabrics;
  if (has_bits ? (*type & kNetworkBit) != 0 : *type == 2) return OsDevice::Network;
  return OsDevice::Other;
}

}  // namespace treering::hw::formats::hwloc
