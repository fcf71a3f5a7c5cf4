// How a channel's part of a call is cut: into loops, in which all ranks take part, chunks, and
// slices, which are the messages.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/schedule/contract.h"

namespace treering::sim::schedule {

/// A channel's part of the data: of each block where the collective has blocks.
struct ChannelWork {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  std::uint64_t chunk_bytes = 1;  // \pre > 0
  /// Of the last loop; 0: as few as hold what is left.
  std::uint64_t last_chunk_bytes = 0;
  bool operator==(const ChannelWork&) const = default;
};

/// How a chunk is cut into messages: NCCL v2.28.9-1, src/device/prims_simple.h, genericOp.
struct Slicing {
  int count = 1;
  std::uint64_t grain = 1;  // bytes; a slice is a multiple of it, but for the last
  std::uint64_t least = 0;  // bytes of a slice, but for the last
  bool operator==(const Slicing&) const = default;
};

inline std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

/// What is left of `whole` from `begin` on.
inline std::uint64_t left(std::uint64_t whole, std::uint64_t begin) {
  return whole > begin ? whole - begin : 0;
}

inline std::uint64_t round_up(std::uint64_t value, std::uint64_t grain) {
  return ceil_div(value, grain) * grain;
}

/// The part of `whole` from `begin` on, of so many bytes where it has them.
inline Range part_of(const Range& whole, std::uint64_t begin, std::uint64_t bytes) {
  const std::uint64_t at = std::min(begin, whole.bytes);
  return {whole.begin + at, std::min(bytes, whole.bytes - at)};
}

/// A chunk's place: loops move `parts` chunks each.
struct ChunkPlace {
  std::uint64_t loop = 0;
  int part = 0;
  int parts = 1;
};

/// Chunks of the last loop are shorter, in multiples of `grain`, so that all parts have some of it.
inline Range chunk_of(const ChannelWork& work, const ChunkPlace& place, std::uint64_t grain) {
  const auto parts = static_cast<std::uint64_t>(place.parts);
  const std::uint64_t begin = place.loop * parts * work.chunk_bytes;
  const std::uint64_t left = work.bytes - begin;
  const bool is_last = left <= parts * work.chunk_bytes;
  const std::uint64_t least = is_last && work.last_chunk_bytes > 0
                                  ? work.last_chunk_bytes
                                  : round_up(ceil_div(left, parts), grain);
  const std::uint64_t bytes = std::min(work.chunk_bytes, least);
  return part_of({work.begin + begin, left}, static_cast<std::uint64_t>(place.part) * bytes, bytes);
}

inline Range slice_of(const Range& chunk, const Slicing& slicing, int slice) {
  const auto count = static_cast<std::uint64_t>(slicing.count);
  const std::uint64_t bytes =
      std::max(round_up(ceil_div(chunk.bytes, count), slicing.grain), slicing.least);
  return part_of(chunk, static_cast<std::uint64_t>(slice) * bytes, bytes);
}

}  // namespace treering::sim::schedule
