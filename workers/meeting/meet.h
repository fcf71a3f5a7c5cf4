// How ranks that a launcher has started on many machines find each other: rank 0 listens, and says
// where in a folder that all see (docs/decisions/0023-meeting.md).
#pragma once

#include <chrono>
#include <string>

#include "core/result.h"
#include "tuner/launch/launched_rank.h"
#include "workers/meeting/star.h"

namespace treering::workers::meeting {

struct Meeting {
  std::string folder;     // that all ranks see
  std::string job;        // of this user, and of all that meet there no other has it
  std::string interface;  // over which ranks talk, as NCCL_SOCKET_IFNAME has it; empty: not chosen
  // A queue may start ranks one after the other. Shorter than the conductor waits for all (120 s:
  // tuner/runners), so that it hears who is missing.
  std::chrono::milliseconds patience = std::chrono::seconds(100);
};

/// Waits for all ranks of the job, of which `own` is one: when this returns on any rank, all are
/// there. Fails where the folder cannot be used, or another rank does not come.
/// \pre the launcher says how many there are; this process has one thread
core::Result<Star> meet(const tuner::launch::LaunchedRank& own, const Meeting& meeting);

/// Likewise, by what the launcher has put into the environment, in the folder where it started us.
/// \param interface as of a Meeting
core::Result<Star> meet_under_launcher(const std::string& interface);

}  // namespace treering::workers::meeting
