// The job of a tuning.
#pragma once

#include <string_view>

#include "app/job.h"
#include "app/tuning/tune.h"
#include "core/result.h"

namespace treering::app::tuning {

/// By the NCCL that the request names, else the one that ran: `library` is "NCCL 2.28.3".
/// \pre the request has a job
core::Result<JobPtr> tuned_job(const TuneRequest& request, std::string_view library);

}  // namespace treering::app::tuning
