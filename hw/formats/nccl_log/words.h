// Small parts of the lines of an NCCL debug log.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/reading.h"

namespace treering::hw::formats::nccl_log {

inline constexpr auto kNone = std::string_view::npos;

/// Starts a line with NCCL's version, behind any prefix of a launcher.
inline constexpr std::string_view kVersionWords = "NCCL version ";

using core::has;

/// Whether `text` has `pattern`'s form: '0' stands for a digit, all else for itself.
bool has_form(std::string_view text, std::string_view pattern);

/// The word behind `key`, which starts with a blank where it must not be the end of a word.
std::string_view word_after(std::string_view text, std::string_view key);

/// The number behind `key`: of "cudaDev 3", 3.
template <class Number>
std::optional<Number> number_after_key(std::string_view text, std::string_view key, int base = 10) {
  std::string_view word = word_after(text, key);
  if (base == 16 && word.starts_with("0x")) word.remove_prefix(2);
  return core::whole_number<Number>(word, base);
}

/// What stands between the first `start` and the next `end`; empty without them.
std::string_view between(std::string_view text, std::string_view start, std::string_view end);

/// The parts of "1/2/-1".
std::vector<std::string_view> slash_parts(std::string_view text);

/// NCCL's packed form of a bus id (2.28 src/misc/utils.cc, int64ToBusId) in full: 0x1b000 is
/// 0000:1b:00.0.
std::string full_bus_id(std::uint64_t packed);

/// "4a000" of the last "0000:4a:00.0" in the path of a device under /sys.
std::optional<std::uint64_t> packed_bus_id_of_path(std::string_view path);

}  // namespace treering::hw::formats::nccl_log
