// Time in ticks of 2^-33 us, so that sums and differences of times are exact up to a second, and
// what repeats or happens in two places is equal to the last bit. With plain rounding, differences
// of 1e-16 would tear apart what is equal, and shares of links can make them grow from step to step
// until they count.
#pragma once

namespace treering::sim::engine {

inline constexpr double kTick = 1.0 / 8589934592.0;

/// Sums of ticks are exact up to here, in us.
inline constexpr double kExactUntil = 1048576;

/// A duration in us as a whole number of ticks; a longer one than 0.2 s less exactly.
constexpr double in_ticks(double us) {
  // Where doubles are a tick apart.
  constexpr double kLarge = kTick * 6755399441055744.0;  // 1.5 x 2^52
  return (us + kLarge) - kLarge;
}

/// What differs by no more happens at the same time: products of rates were rounded another way.
inline constexpr double kSameInstant = 1.5 * kTick;

}  // namespace treering::sim::engine
