// A search for several words at once, in lines of logs that may be gigabytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {

/// The words of all lists.
template <std::size_t... Sizes>
constexpr auto joined(const std::array<std::string_view, Sizes>&... lists) {
  std::array<std::string_view, (Sizes + ...)> words{};
  auto end = words.begin();
  ((end = std::ranges::copy(lists, end).out), ...);
  return words;
}

/// Several words that are looked for in one pass. A table knows the first four bytes of each, by
/// their hash: words are compared only where these may stand.
template <std::size_t Size>
class WordSearch {
 public:
  explicit constexpr WordSearch(const std::array<std::string_view, Size>& words) : words_(words) {
    for (const std::string_view word : words_) {
      std::uint32_t start = 0;
      for (const char c : word.substr(0, kStart)) start = with(start, c);
      is_start_[slot_of(start)] = true;
    }
  }

  /// Where the earliest of the words begins; kNone without.
  constexpr std::size_t first_in(std::string_view text) const {
    std::uint32_t last = 0;
    for (std::size_t end = 0; end < text.size(); ++end) {
      last = with(last, text[end]);
      if (!is_start_[slot_of(last)] || end + 1 < kStart) continue;
      const std::string_view rest = text.substr(end + 1 - kStart);
      for (const std::string_view word : words_) {
        if (rest.starts_with(word)) return end + 1 - kStart;
      }
    }
    return kNone;
  }

 private:
  static constexpr std::size_t kStart = 4;  // bytes; no word is shorter
  static constexpr unsigned kBits = 12;     // of the table's size

  /// The last four bytes as one number, after a further one.
  static constexpr std::uint32_t with(std::uint32_t last, char c) {
    return last << 8U | static_cast<unsigned char>(c);
  }
  /// Multiplicative hashing: the constant is 2^32 by the golden ratio (Knuth, TAOCP 3, 6.4).
  static constexpr std::size_t slot_of(std::uint32_t bytes) {
    return (bytes * 2654435769U) >> (32U - kBits);
  }

  std::array<std::string_view, Size> words_;
  std::array<bool, std::size_t{1} << kBits> is_start_{};
};

}  // namespace treering::hw::formats::nccl_log
