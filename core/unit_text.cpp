#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/units.h"

namespace treering::core {
namespace {

struct SizeUnit {
  char letter;
  unsigned shift;  // the unit is 2^shift bytes
};
constexpr std::array<SizeUnit, 3> kSizeUnits{{{'G', 30}, {'M', 20}, {'K', 10}}};

/// The shift of a suffix; nothing when there is no such suffix.
std::optional<unsigned> shift_of(std::string_view suffix) {
  if (!suffix.empty() && suffix.front() == ' ') suffix.remove_prefix(1);
  if (suffix.empty() || suffix == "B") return 0;
  const std::string_view rest = suffix.substr(1);
  if (!rest.empty() && rest != "iB") return std::nullopt;
  const char letter = upper_case(suffix.front());
  for (const SizeUnit& unit : kSizeUnits) {
    if (unit.letter == letter) return unit.shift;
  }
  return std::nullopt;
}

/// At most two decimals, no trailing zeros.
std::string short_decimal(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

Result<Bytes> parse_size(std::string_view text, std::string_view where) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::invalid_argument) {
    return usage_error(std::string(where), fmt::format("'{}' is not a size", text),
                       "expected a whole number of bytes, K, M or G", "write it like 8, 1K or 32M");
  }
  const auto shift = shift_of(text.substr(static_cast<std::size_t>(rest - text.data())));
  if (!shift) {
    return usage_error(std::string(where), fmt::format("'{}' is not a size", text),
                       "expected K, M, G or nothing after the digits",
                       "write it like 8, 1K or 32M (powers of 1024)");
  }
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() >> *shift;
  if (error == std::errc::result_out_of_range || number > most) {
    return usage_error(std::string(where), fmt::format("'{}' is too large", text),
                       "expected less than 2^64 bytes");
  }
  return Bytes::of(number << *shift);
}

std::string format_size(Bytes bytes) {
  for (const SizeUnit& unit : kSizeUnits) {
    if (bytes.count() >> unit.shift == 0) continue;
    const double value =
        std::ldexp(static_cast<double>(bytes.count()), -static_cast<int>(unit.shift));
    return fmt::format("{} {}iB", short_decimal(value), unit.letter);
  }
  return fmt::format("{} B", bytes.count());
}

std::string format_size(std::uint64_t bytes) {
  return format_size(Bytes::of(bytes));
}

std::string format_size_option(Bytes bytes) {
  for (const SizeUnit& unit : kSizeUnits) {
    const std::uint64_t whole = bytes.count() >> unit.shift;
    if (whole != 0 && whole << unit.shift == bytes.count()) {
      return fmt::format("{}{}", whole, unit.letter);
    }
  }
  return fmt::format("{}", bytes.count());
}

std::string format_duration(Duration duration) {
  // From here on, two decimals would show 1000.00 of the smaller unit.
  constexpr double kRoundsToNextUnit = 999.995;
  if (std::isinf(duration.in_us())) return "inf";
  const double us = std::abs(duration.in_us());
  if (us < kRoundsToNextUnit) return fmt::format("{:.2f} us", duration.in_us());
  if (us / 1e3 < kRoundsToNextUnit) return fmt::format("{:.2f} ms", duration.in_ms());
  return fmt::format("{:.2f} s", duration.in_s());
}

std::string format_time_mark(Duration duration) {
  struct Unit {
    double us;
    std::string_view name;
  };
  constexpr double kRounding = 1e-9;
  const double us = duration.in_us();
  for (const Unit& unit : {Unit{1e6, "s"}, Unit{1e3, "ms"}, Unit{1, "us"}}) {
    if (us >= unit.us * (1 - kRounding)) return fmt::format("{:.10g} {}", us / unit.us, unit.name);
  }
  return fmt::format("{:.10g} ns", us * 1e3);
}

std::string format_bandwidth(Bandwidth bandwidth) {
  return fmt::format("{:.2f} GB/s", bandwidth.in_gb_per_s());
}

std::string counted(std::size_t count, std::string_view noun) {
  const std::string_view plural = noun.ends_with("ch") || noun.ends_with("sh") ? "es" : "s";
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : plural);
}

std::string counted(int count, std::string_view noun) {
  return (count < 0 ? "-" : "") + counted(static_cast<std::size_t>(std::abs(count)), noun);
}

std::string grouped(std::uint64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace treering::core
