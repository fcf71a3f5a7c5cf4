// Which job of its launcher this process belongs to: ranks find each other by that, and by nothing
// that another job may have, too (docs/decisions/0023-meeting.md).
#pragma once

#include <optional>
#include <string>

#include "core/result.h"

namespace treering::tuner::launch {

/// The same text for all ranks of this job, and for no other. It may come from outside, so it names
/// no file. Fails where the launcher tells its jobs apart by nothing.
core::Result<std::string> launched_job();

/// What the launcher behind a socket calls this job, by version 1 of PMI: MPICH's mpiexec gives
/// each rank such a socket (PMI_FD). Nothing where it does not answer so. Asks once: afterwards the
/// launcher takes no more questions there.
std::optional<std::string> job_by_pmi(int socket);

}  // namespace treering::tuner::launch
