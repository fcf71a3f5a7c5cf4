// The loop of a worker: tasks from the conductor, batches back.
#pragma once

#include <string>

#include "workers/backend.h"

namespace treering::workers {

/// Serves until the conductor closes the socket at `path`. All ranks call it; rank 0 speaks.
/// Returns the exit code of the program.
int serve(Backend& backend, const std::string& path);

}  // namespace treering::workers
