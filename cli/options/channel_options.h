// --channels: under which numbers of channels calls are predicted too.
#pragma once

#include <vector>

#include "cli/options/arguments.h"
#include "cli/options/call_options.h"
#include "core/result.h"
#include "sim/job/job.h"

namespace treering::cli {

/// Rising, each once; empty where the option is not given. Fails where one is beyond what the job's
/// NCCL can make, where calls are asked about whose channels are not modelled, and where there
/// would be too many rows.
core::Result<std::vector<int>> read_channels(const Arguments& arguments, const CallOptions& calls,
                                             const sim::job::Job& job);

}  // namespace treering::cli
