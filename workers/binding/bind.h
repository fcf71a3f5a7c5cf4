// Which cores and which memory each rank gets, and how a process is bound to its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/launch/binding.h"

namespace treering::workers {

// Which cores and which memory each rank of a machine gets, from hwloc's description of it.
//
// Of C cores in hwloc's order, which puts cores that share caches, NUMA nodes and packages beside
// each other, rank i of n gets `cores` in a row, from core ⌊i C / n⌋ on (spread) or from core
// i `cores` on (compact); of N NUMA nodes with cores, node ⌊i N / n⌋ (numa). Ranks with a device,
// as of GPUs, share in the same way the smallest part of the machine that holds the device.

struct Place {
  std::string cpus;              // as the kernel lists them: "0-3,8"; empty: not bound
  std::optional<int> numa_node;  // that they belong to, by the system's number

  bool operator==(const Place&) const = default;
};

struct Places {
  tuner::launch::Binding binding = tuner::launch::Binding::None;  // Spread or None for Automatic
  std::vector<Place> ranks;                                       // one each

  bool operator==(const Places&) const = default;
};

/// The ranks of one machine, by local rank.
struct Ranks {
  /// One entry for each: the PCI address of its device, "0000:17:00.0", or an empty text.
  std::vector<std::string> near;
  /// That each needs for its threads: one that waits for a core delays the others, by 4 ms where
  /// the scheduler lets another thread run so long.
  int cores = 1;
};

/// Of the machine that `hwloc_xml` describes. \pre ranks.cores >= 1
/// Fails with Category::Usage where ranks shall have cores of their own and there are too few,
/// BadInput for an XML that is none or an address that is not in it, and Environment where treering
/// was built without libhwloc.
core::Result<Places> places_of(const std::string& hwloc_xml, const Ranks& ranks,
                               tuner::launch::Binding binding);

// Binds this process, a rank, to its cores and their memory; and what it is bound to, as the kernel
// has it.

/// Which of the ranks of this machine a process is.
struct LocalRank {
  int index = 0;
  /// All of them. `near` is empty where it is not known which one this is: it cannot be bound.
  Ranks ranks;
};

/// Of so many ranks without devices, which need so many cores each.
LocalRank local_rank(int index, int ranks, int cores);

/// By what mpirun and srun put into the environment; not known where they did not.
LocalRank local_rank_of_launcher(int cores);

/// Binds the process and the memory that it will touch, as places_of() says of this machine; its
/// children and later threads inherit both. Returns what was done, for the results: "spread",
/// "none", "spread, memory not bound: operation not permitted".
///
/// Automatic never fails: where a rank cannot be bound, it is not, and the text says so. Others
/// fail as places_of() does, and with Category::Environment where the system forbids it.
/// \pre this process has one thread
core::Result<std::string> bind_rank(const LocalRank& rank, tuner::launch::Binding binding);

/// What the variable TREERING_BIND asks for; None without it.
core::Result<tuner::launch::Binding> asked_binding();

/// As asked_binding() says.
core::Result<std::string> bind_as_asked(const LocalRank& rank);

/// What the kernel says of this process now, whoever bound it.
struct Bound {
  std::string cpus;    // "0-3"; empty where it does not say
  std::string memory;  // "default", "bind:0"; likewise
};
Bound bound_now();

}  // namespace treering::workers
