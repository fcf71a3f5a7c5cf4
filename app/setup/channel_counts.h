// Further numbers of channels for which calls are predicted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/setup/calls.h"
#include "core/result.h"
#include "sim/job/job.h"

namespace treering::app::setup {

/// The numbers in a text such as "4,8" or "all", rising, each once; empty without a text. Fails
/// where one is more than the job's NCCL can make, where the channels of a call are not modelled,
/// and where there would be too many rows.
core::Result<std::vector<int>> channel_counts(const std::optional<std::string>& text,
                                              const Calls& calls, const sim::job::JobSpec& job);

}  // namespace treering::app::setup
