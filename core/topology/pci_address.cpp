#include "core/topology/pci_address.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>

namespace treering::core {

bool is_pci_address(std::string_view text) {
  constexpr std::ptrdiff_t kMaxDigits = 16;
  constexpr std::size_t kLongest = 32;
  const auto is_digit = [](unsigned char c) { return std::isxdigit(c) != 0; };
  const auto is_mark = [](char c) { return c == ':' || c == '.'; };
  const auto digits = std::ranges::count_if(text, is_digit);
  const auto marks = std::ranges::count_if(text, is_mark);
  return digits > 0 && digits <= kMaxDigits && text.size() <= kLongest &&
         digits + marks == std::ssize(text);
}

bool is_pci_function(std::string_view text) {
  constexpr std::size_t kAfterDomain = 8;  // ":bb:dd.f"
  constexpr std::size_t kShortest = 4 + kAfterDomain;
  if (!is_pci_address(text) || text.size() < kShortest) return false;
  const std::size_t domain = text.size() - kAfterDomain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_colon = i == domain || i == domain + 3;
    const bool is_mark = is_colon || i + 2 == text.size();
    const bool has_mark = text[i] == ':' || text[i] == '.';
    if (is_mark ? text[i] != (is_colon ? ':' : '.') : has_mark) return false;
  }
  return true;
}

std::uint64_t pci_number(std::string_view text) {
  constexpr std::size_t kMostDigits = 16;
  std::uint64_t number = 0;
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '.' || c == ':') continue;
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0 || ++digits > kMostDigits) break;
    const int digit = c <= '9' ? c - '0' : std::tolower(static_cast<unsigned char>(c)) - 'a' + 10;
    number = number * 16 + static_cast<std::uint64_t>(digit);
  }
  return number;
}

}  // namespace treering::core
