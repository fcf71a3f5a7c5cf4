// Runs ip and tc.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "core/result.h"

namespace treering::workers::shape {

/// Starts a program of PATH with no signal blocked. Its errors go to the file `errors`, to ours
/// where that is negative.
core::Result<pid_t> start(const std::vector<std::string>& words, int errors = -1);

/// Runs it to its end. Fails where it cannot be started and where it fails, with its own words.
core::Result<void> run_tool(const std::vector<std::string>& words);

/// Exit code of a process by what waitpid says, as shells have it: 128 and the number of the signal
/// that killed it.
int exit_code_of(int status);

}  // namespace treering::workers::shape
