// Which rank of which job of its launcher this process is.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/result.h"

namespace treering::tuner::launch {

// Which rank of a job this process is, where mpirun or srun has started it: by what they put into
// its environment.

struct LaunchedRank {
  int rank = 0;
  std::optional<int> ranks;       // PMIx does not name their number
  std::optional<int> local_rank;  // among the ranks of its machine
  std::optional<int> local_ranks;
  /// By what the launcher tells its jobs apart, the same for all ranks of this one. Empty where no
  /// variable has that: launched_job() asks.
  std::string job = {};

  bool operator==(const LaunchedRank&) const = default;
};

/// The value of a variable; null where it is not set.
using Variable = std::function<const char*(const char* name)>;

/// Nothing where no launcher has started this process. That holds for a batch script of Slurm too,
/// which has the number of a task but is none, and for a step of one task: a shell.
std::optional<LaunchedRank> launched_rank(const Variable& variable);

/// By the environment of this process.
std::optional<LaunchedRank> launched_rank();

/// Likewise, with the number of ranks. Fails where no launcher names both.
core::Result<LaunchedRank> rank_of_launched_job();

// Which job of its launcher this process belongs to: ranks find each other by that, and by nothing
// that another job may have, too (docs/decisions/0023-meeting.md).

/// The same text for all ranks of this job, and for no other. It may come from outside, so it names
/// no file. Fails where the launcher tells its jobs apart by nothing.
core::Result<std::string> launched_job();

/// What the launcher behind a socket calls this job, by version 1 of PMI: MPICH's mpiexec gives
/// each rank such a socket (PMI_FD). Nothing where it does not answer so. Asks once: afterwards the
/// launcher takes no more questions there.
std::optional<std::string> job_by_pmi(int socket);

}  // namespace treering::tuner::launch
