#include "hw/discover/sources/cpumap.h"

#include <cstdint>

#include "core/text/reading.h"

namespace treering::hw::discover::sources {

std::set<int> cpus_in(std::string_view cpumap) {
  constexpr int kWordBits = 32;
  constexpr int kMostWords = 2048;  // Linux has at most 8192 processors
  std::set<int> cpus;
  std::string_view rest = core::trimmed(cpumap);
  for (int first = 0; !rest.empty() && first < kMostWords * kWordBits; first += kWordBits) {
    const std::size_t comma = rest.rfind(',');
    const std::string_view text = comma == std::string_view::npos ? rest : rest.substr(comma + 1);
    const auto word = core::whole_number<std::uint32_t>(text, 16);
    if (!word) return {};
    for (int bit = 0; bit < kWordBits; ++bit) {
      if ((*word >> static_cast<unsigned>(bit) & 1U) != 0) cpus.insert(first + bit);
    }
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(0, comma);
  }
  return cpus;
}

}  // namespace treering::hw::discover::sources
