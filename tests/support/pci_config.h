// Configuration spaces of PCI Express functions, made by tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace treering::support {

/// 4096 bytes with these extended capabilities, 16 bytes each from 256 on: the id, and the word
/// behind the header.
inline std::string pci_config(
    const std::vector<std::pair<std::uint16_t, std::uint32_t>>& capabilities) {
  std::string config(4096, '\0');
  const auto put = [&](std::size_t at, std::uint32_t word) {
    for (unsigned i = 0; i < 4; ++i) config[at + i] = static_cast<char>(word >> 8U * i & 0xffU);
  };
  for (std::size_t i = 0; i < capabilities.size(); ++i) {
    const std::size_t at = 0x100 + 16 * i;
    const std::size_t next = i + 1 == capabilities.size() ? 0 : at + 16;
    put(at, static_cast<std::uint32_t>(next << 20U | 1U << 16U | capabilities[i].first));
    put(at + 4, capabilities[i].second);
  }
  return config;
}

}  // namespace treering::support
