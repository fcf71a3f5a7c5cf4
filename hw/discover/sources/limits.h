// The source `limits`: how much shared and locked memory the processes of a job may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

struct LimitFacts {
  std::optional<Figure<std::uint64_t>> shm_bytes;      // of /dev/shm
  std::optional<Figure<std::uint64_t>> memlock_bytes;  // or core::kUnlimited
  std::vector<Unread> unread;
};

LimitFacts discover_limits(const world::World& world);

/// Size of /dev/shm by a text like /proc/mounts; without a size, a tmpfs has half of the memory
/// (Linux, Documentation/filesystems/tmpfs.rst). Nothing when /dev/shm is not a mount of its own,
/// or when `memory_bytes` is needed and 0.
std::optional<std::uint64_t> shm_size_in(std::string_view mounts, std::uint64_t memory_bytes);

/// Bytes that a process may lock now, by a text like /proc/self/limits.
std::optional<std::uint64_t> memlock_in(std::string_view limits);

/// Total bytes of memory, by a text like /proc/meminfo.
std::optional<std::uint64_t> memory_in(std::string_view meminfo);

}  // namespace treering::hw::discover::sources
