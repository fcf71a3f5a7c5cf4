// Binds this process, a rank, to its cores and their memory; and what it is bound to, as the kernel
// has it.
#pragma once

#include <string>

#include "core/result.h"
#include "tuner/launch/binding.h"
#include "workers/binding/place.h"

namespace treering::workers {

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
