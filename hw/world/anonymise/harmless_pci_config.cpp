#include "hw/world/anonymise/harmless_pci_config.h"

#include <cstddef>
#include <cstdint>

#include "hw/world/pci_config.h"

namespace treering::hw::world::anonymise {
namespace {

constexpr std::size_t kWord = 4;

/// Little-endian, as far as there is room.
void put(std::string& config, std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < kWord && at + i < config.size(); ++i) {
    config[at + i] = static_cast<char>(word >> 8U * i & 0xffU);
  }
}

}  // namespace

std::string harmless_pci_config(const std::string& config, SecretFilter& /*filter*/) {
  std::string kept(config.size(), '\0');
  if (!has_extended_capabilities(config)) {
    put(kept, kFirstExtendedCapability, 0xffffffff);  // as of a device that is off
    return kept;
  }
  const auto at = find_extended_capability(config, kAccessControlCapability);
  if (!at) return kept;
  // A list of it alone, or of an empty one before it.
  if (*at != kFirstExtendedCapability) {
    put(kept, kFirstExtendedCapability, static_cast<std::uint32_t>(*at) << 20U);
  }
  put(kept, *at, 1U << 16U | kAccessControlCapability);
  const bool redirects = is_redirecting(config).value_or(false);
  put(kept, *at + kWord, redirects ? kRedirectsRequests << 16U : 0);
  return kept;
}

}  // namespace treering::hw::world::anonymise
