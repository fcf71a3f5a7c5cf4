// Commands that treering-shape runs: ip and tc, and the user's, which cannot outlive it.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "core/result.h"

namespace treering::workers::shape {

// Runs ip and tc.

/// Starts a program of PATH with no signal blocked. Its errors go to the file `errors`, to ours
/// where that is negative.
core::Result<pid_t> start(const std::vector<std::string>& words, int errors = -1);

/// Runs it to its end. Fails where it cannot be started and where it fails, with its own words.
core::Result<void> run_tool(const std::vector<std::string>& words);

/// Exit code of a process by what waitpid says, as shells have it: 128 and the number of the signal
/// that killed it.
int exit_code_of(int status);

// Runs a command that cannot outlive us.

/// Runs the command and returns its exit code. Signals that would end us go to the command. When it
/// ends, or when we are killed, all that it has started is killed: it runs in a process namespace
/// of its own. So it has a process group of its own too, and no terminal. Fails where it cannot be
/// started. \pre we may make namespaces
core::Result<int> run_guarded(const std::vector<std::string>& words);

}  // namespace treering::workers::shape
