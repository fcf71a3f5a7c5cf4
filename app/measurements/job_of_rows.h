// The job that measured rows ran as, where a request leaves it open.
#pragma once

#include <vector>

#include "app/setup/setup.h"
#include "tuner/measurement.h"

namespace treering::app::measurements {

/// The requested job; unset nodes, GPUs and NCCL are those on which all rows agree.
/// \pre there are rows
setup::JobRequest completed(setup::JobRequest job, const std::vector<tuner::Measurement>& rows);

}  // namespace treering::app::measurements
