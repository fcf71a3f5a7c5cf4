// Hashes that say which streams have equal steps.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace treering::sim::schedule {

/// Joins a hash and a value to a hash (the finaliser of splitmix64: G. Steele, D. Lea, C. Flood,
/// "Fast splittable pseudorandom number generators", 2014).
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  std::uint64_t mix = hash * 0x9e3779b97f4a7c15U + value + 0x9e3779b97f4a7c15U;
  mix = (mix ^ (mix >> 30U)) * 0xbf58476d1ce4e5b9U;
  mix = (mix ^ (mix >> 27U)) * 0x94d049bb133111ebU;
  return mix ^ (mix >> 31U);
}

/// Of values in sequence.
constexpr std::uint64_t hash_of(std::initializer_list<std::uint64_t> values) {
  std::uint64_t hash = values.size();
  for (const std::uint64_t value : values) hash = mixed(hash, value);
  return hash;
}

}  // namespace treering::sim::schedule
