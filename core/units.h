// Quantities as types, and as text: for people, for nccl-tests' options, rounded for JSON and CSV.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::core {

// Bytes, Duration, Bandwidth: quantities as types, so that they cannot be confused.
//
// GB is 10^9 bytes, KiB, MiB, GiB are powers of 1024. Bandwidth is per direction.

/// A number of bytes.
class Bytes {
 public:
  constexpr Bytes() = default;
  static constexpr Bytes of(std::uint64_t count) { return Bytes(count); }
  static constexpr Bytes from_kib(std::uint64_t n) { return Bytes(n << 10U); }
  static constexpr Bytes from_mib(std::uint64_t n) { return Bytes(n << 20U); }
  static constexpr Bytes from_gib(std::uint64_t n) { return Bytes(n << 30U); }

  [[nodiscard]] constexpr std::uint64_t count() const { return count_; }

  constexpr auto operator<=>(const Bytes&) const = default;

  constexpr Bytes& operator+=(Bytes other) { return *this = Bytes(count_ + other.count_); }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.count_ + b.count_); }
  /// \pre a >= b: there are no negative sizes.
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.count_ - b.count_); }
  friend constexpr Bytes operator*(Bytes a, std::uint64_t n) { return Bytes(a.count_ * n); }
  friend constexpr Bytes operator*(std::uint64_t n, Bytes a) { return a * n; }
  /// Rounded down.
  friend constexpr Bytes operator/(Bytes a, std::uint64_t n) { return Bytes(a.count_ / n); }

 private:
  constexpr explicit Bytes(std::uint64_t count) : count_(count) {}
  std::uint64_t count_ = 0;
};

/// A length of time, stored in microseconds. Infinite for the time over a dead link.
class Duration {
 public:
  constexpr Duration() = default;
  static constexpr Duration from_ns(double ns) { return Duration(ns / 1e3); }
  static constexpr Duration from_us(double us) { return Duration(us); }
  static constexpr Duration from_ms(double ms) { return Duration(ms * 1e3); }
  static constexpr Duration from_s(double s) { return Duration(s * 1e6); }

  [[nodiscard]] constexpr double in_us() const { return us_; }
  [[nodiscard]] constexpr double in_ms() const { return us_ / 1e3; }
  [[nodiscard]] constexpr double in_s() const { return us_ / 1e6; }

  constexpr auto operator<=>(const Duration&) const = default;

  constexpr Duration& operator+=(Duration other) { return *this = Duration(us_ + other.us_); }
  friend constexpr Duration operator+(Duration a, Duration b) { return Duration(a.us_ + b.us_); }
  friend constexpr Duration operator-(Duration a, Duration b) { return Duration(a.us_ - b.us_); }
  friend constexpr Duration operator*(Duration a, double x) { return Duration(a.us_ * x); }
  friend constexpr Duration operator*(double x, Duration a) { return a * x; }
  friend constexpr Duration operator/(Duration a, double x) { return Duration(a.us_ / x); }
  friend constexpr double operator/(Duration a, Duration b) { return a.us_ / b.us_; }

 private:
  constexpr explicit Duration(double us) : us_(us) {}
  double us_ = 0;
};

/// Bytes per time in one direction, stored in GB/s (10^9 bytes per second).
class Bandwidth {
 public:
  constexpr Bandwidth() = default;
  static constexpr Bandwidth from_gb_per_s(double gb_per_s) { return Bandwidth(gb_per_s); }
  static constexpr Bandwidth from_gbit_per_s(double gbit_per_s) {
    return Bandwidth(gbit_per_s / 8);
  }

  [[nodiscard]] constexpr double in_gb_per_s() const { return gb_per_s_; }

  constexpr auto operator<=>(const Bandwidth&) const = default;

  constexpr Bandwidth& operator+=(Bandwidth other) {
    return *this = Bandwidth(gb_per_s_ + other.gb_per_s_);
  }
  constexpr Bandwidth& operator-=(Bandwidth other) {
    return *this = Bandwidth(gb_per_s_ - other.gb_per_s_);
  }
  friend constexpr Bandwidth operator+(Bandwidth a, Bandwidth b) { return a += b; }
  friend constexpr Bandwidth operator-(Bandwidth a, Bandwidth b) { return a -= b; }
  friend constexpr Bandwidth operator*(Bandwidth a, double x) { return Bandwidth(a.gb_per_s_ * x); }
  friend constexpr Bandwidth operator*(double x, Bandwidth a) { return a * x; }
  friend constexpr Bandwidth operator/(Bandwidth a, double x) { return Bandwidth(a.gb_per_s_ / x); }
  friend constexpr double operator/(Bandwidth a, Bandwidth b) { return a.gb_per_s_ / b.gb_per_s_; }

 private:
  constexpr explicit Bandwidth(double gb_per_s) : gb_per_s_(gb_per_s) {}
  double gb_per_s_ = 0;
};

// 1 GB/s = 10^9 bytes / 10^6 us.
inline constexpr double kBytesPerUsPerGbPerS = 1e3;

/// Time to move `bytes` at a steady rate. Infinite when the rate is zero.
constexpr Duration operator/(Bytes bytes, Bandwidth rate) {
  return Duration::from_us(static_cast<double>(bytes.count()) /
                           (rate.in_gb_per_s() * kBytesPerUsPerGbPerS));
}

/// The rate that moves `bytes` in `time`. Infinite when the time is zero.
constexpr Bandwidth operator/(Bytes bytes, Duration time) {
  return Bandwidth::from_gb_per_s(static_cast<double>(bytes.count()) /
                                  (time.in_us() * kBytesPerUsPerGbPerS));
}

// Counts, sizes, times and rates as text, in the forms of nccl-tests and in our own.

/// Reads `8`, `1K`, `32M`, `8G` as nccl-tests' -b and -e do (powers of 1024, any case), and
/// what format_size writes: `1 MiB`, `8 B`. Fails with Category::Usage on anything else,
/// on fractions, and above 2^64 - 1; `where` names the place, e.g. "-b".
Result<Bytes> parse_size(std::string_view text, std::string_view where);

/// For people: `8 B`, `1 MiB`, `1.5 KiB`; rounded to at most two decimals.
std::string format_size(Bytes bytes);
std::string format_size(std::uint64_t bytes);

/// The shortest text that nccl-tests reads back as the same size: `8`, `1K`, `1536`, `8G`.
std::string format_size_option(Bytes bytes);

/// `3.21 us`, `1.50 ms`, `2.00 s`; in the unit that leaves at most three digits before the point.
/// `inf` when infinite.
std::string format_duration(Duration duration);

/// For marks of an axis: `100 us`, `1 ms`; in the largest unit of which it is no fraction, without
/// zeros behind the point.
std::string format_time_mark(Duration duration);

/// `450.00 GB/s`.
std::string format_bandwidth(Bandwidth bandwidth);

/// `1 row`, `2 rows`.
std::string counted(std::size_t count, std::string_view noun);
std::string counted(int count, std::string_view noun);

/// "1,048,576": digits in groups of three.
std::string grouped(std::uint64_t number);

// How figures in JSON and CSV are rounded.

/// To hundredths, below 10 to four significant digits: no model and no measurement says more of a
/// time in us, a bandwidth in GB/s or a share. Below 1e-6 it is 0, which is what is left of
/// subtractions. The one rule for all JSON and CSV.
double rounded(double value);

}  // namespace treering::core
