// Workers that are processes: started by one command, heard over a local socket.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/result.h"
#include "tuner/launch/process.h"
#include "tuner/measure/conductor.h"

namespace treering::tuner::launch {

/// Stands for the path of the socket in a command.
inline constexpr const char* kSocketWord = "{socket}";

/// Instead of it, for ranks of a launcher that do not speak with the conductor.
inline constexpr const char* kMemberWord = "--member";

/// How our worker programs are asked to be one rank of a job that a launcher has started.
inline constexpr const char* kLaunchedWord = "--launched";

/// How long a start may say nothing, and how often it is then ended and tried again.
struct Patience {
  core::Duration most;
  int starts = 1;  // at least 1; more only where all of the job's processes are ours
};

/// Starts the command and waits for its hello. Fails where it ends before, says nothing, or `stop`
/// is requested meanwhile; then nothing of it is left.
core::Result<std::unique_ptr<measure::Workers>> start_workers(Command command,
                                                              const Patience& patience,
                                                              const std::stop_token& stop = {});

}  // namespace treering::tuner::launch
