#include "hw/world/pci_config.h"

namespace treering::hw::world {
namespace {

constexpr std::size_t kHeaderBytes = 4;

/// Little-endian; `at` and three bytes more are there.
std::uint32_t word_at(std::string_view config, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = kHeaderBytes; i > 0; --i) {
    word = word << 8U | static_cast<unsigned char>(config[at + i - 1]);
  }
  return word;
}

}  // namespace

bool has_extended_capabilities(std::string_view config) {
  constexpr std::uint32_t kNoAnswer = 0xffffffff;  // as of a device that is off
  return config.size() >= kFirstExtendedCapability + kHeaderBytes &&
         word_at(config, kFirstExtendedCapability) != kNoAnswer;
}

std::optional<std::size_t> find_extended_capability(std::string_view config, std::uint16_t id) {
  if (!has_extended_capabilities(config)) return {};
  std::size_t at = kFirstExtendedCapability;
  // Each takes 4 bytes or more of the 4096, so a longer list goes in a circle.
  for (int left = 1024; left > 0; --left) {
    const std::uint32_t header = word_at(config, at);
    if (header != 0 && (header & 0xffffU) == id) return at;
    at = header >> 20U & 0xffcU;
    if (at < kFirstExtendedCapability || at + kHeaderBytes > config.size()) return {};
  }
  return {};
}

std::optional<bool> is_redirecting(std::string_view config) {
  if (!has_extended_capabilities(config)) return {};
  const auto at = find_extended_capability(config, kAccessControlCapability);
  if (!at) return false;
  if (*at + 2 * kHeaderBytes > config.size()) return {};
  // The control register is the upper half of the second word.
  const std::uint32_t control = word_at(config, *at + kHeaderBytes) >> 16U;
  return (control & (kRedirectsRequests | kRedirectsCompletions)) != 0;
}

}  // namespace treering::hw::world
