// Runs a command that cannot outlive us.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"

namespace treering::workers::shape {

/// Runs the command and returns its exit code. Signals that would end us go to the command. When it
/// ends, or when we are killed, all that it has started is killed: it runs in a process namespace
/// of its own. So it has a process group of its own too, and no terminal. Fails where it cannot be
/// started. \pre we may make namespaces
core::Result<int> run_guarded(const std::vector<std::string>& words);

}  // namespace treering::workers::shape
