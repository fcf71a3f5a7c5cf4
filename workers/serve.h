// The loop of a worker: tasks from the conductor, batches back.
#pragma once

#include <string>

#include "core/result.h"
#include "workers/backend.h"

namespace treering::workers {

/// Serves until the conductor closes the socket at `path`. All ranks call it; rank 0 speaks.
/// Returns the exit code of the program.
/// \param binding what bind_as_asked() did on this rank; where one failed, rank 0 says why in
///     place of hello
int serve(Backend& backend, const std::string& path, const core::Result<std::string>& binding = {});

}  // namespace treering::workers
