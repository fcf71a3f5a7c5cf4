// Which cores and which memory each rank of a machine gets, from hwloc's description of it.
//
// Among C cores in hwloc's order, which puts cores that share caches, NUMA nodes and packages
// beside each other, rank i of n gets `cores` in a row, from core ⌊i C / n⌋ on (spread) or from
// core i `cores` on (compact); of N NUMA nodes with cores, node ⌊i N / n⌋ (numa). Ranks with a
// device, as of GPUs, share in the same way the smallest part of the machine that holds the device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/launch/binding.h"

namespace treering::workers {

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

/// On the machine that `hwloc_xml` describes. \pre ranks.cores >= 1
/// Fails with Category::Usage where ranks shall have cores of their own and there are too few,
/// BadInput for an XML that is none or an address that is not in it, and Environment where treering
/// was built without libhwloc.
core::Result<Places> places_of(const std::string& hwloc_xml, const Ranks& ranks,
                               tuner::launch::Binding binding);

}  // namespace treering::workers
