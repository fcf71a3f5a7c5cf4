// The operating system: processors by NUMA node, where the process runs, and how much memory it may
// use.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

// A set of processors as the kernel writes it: "00000000,0000000b" is 0, 1 and 3.

/// Processors in hexadecimal words of 32 bits, the most significant first. Other texts give an
/// empty set. No processor has a number of 32 times the words or more.
std::set<int> cpus_in(std::string_view cpumap);

// The source `numa`: NUMA nodes of /sys/devices/system/node with their processors, and what
// /proc/cpuinfo says of these.

struct NumaFacts {
  std::map<int, std::string> cpumaps;  // by node: hex words as NCCL writes affinity
  // By package, as the system numbers it: the nodes with processors of it. Without processors, as
  // of GPU memory that is a node, a node is in none.
  std::map<int, std::set<int>> packages;
  // Of the machine; "" and nothing where they are unknown.
  std::string arch;                   // x86_64, arm64, ppc64
  std::string vendor;                 // CPUID vendor text; x86 only
  std::optional<Figure<int>> family;  // as NCCL writes familyid (core::Cpu)
  std::optional<Figure<int>> model;
  std::optional<bool> has_hypervisor;  // the flag of x86; nothing where flags are unknown
  std::vector<Unread> unread;
};

NumaFacts discover_numa(const world::World& world);

// The source `platform`: where the process runs: the machine by its firmware's name, virtual
// machine and container, and whether the kernel balances NUMA nodes.

struct PlatformFacts {
  std::optional<Figure<std::string>> machine;
  std::optional<Figure<std::string>> hypervisor;  // nothing: there is none, or that is unknown
  std::optional<Figure<std::string>> container;   // likewise
  std::optional<Figure<bool>> numa_balancing;
  std::vector<Unread> unread;
};

/// \param numa reports what the processor says of a hypervisor
PlatformFacts discover_platform(const world::World& world, const NumaFacts& numa);

/// The hypervisor that gives its guests these names; "" for the firmware of a real machine.
std::string_view hypervisor_of(std::string_view vendor, std::string_view product);

/// The program that made a container whose init process has these control groups; "" for none.
std::string_view container_in(std::string_view cgroups);

// The source `limits`: how much shared and locked memory the processes of a job may use.

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
