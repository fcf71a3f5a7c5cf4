// The job and the collectives that measured rows ran as, where a request leaves them open.
#pragma once

#include <vector>

#include "app/setup/setup.h"
#include "core/collective.h"
#include "core/result.h"
#include "hw/io/files.h"
#include "tuner/measurement.h"

namespace treering::app::measurements {

/// The requested job; unset nodes, GPUs, those of a process, and NCCL are those on which all rows
/// agree. \pre there are rows
setup::JobRequest completed(setup::JobRequest job, const std::vector<tuner::Measurement>& rows);

/// Sets up the completed job. An error about what only the rows say is about their file: nobody has
/// set it. \pre there are rows
core::Result<setup::Setup> set_up(const setup::JobRequest& asked,
                                  const std::vector<tuner::Measurement>& rows,
                                  const hw::io::RealFiles& files);

/// Those of the rows, in the order of the enum.
std::vector<core::Collective> collectives_of(const std::vector<tuner::Measurement>& rows);

}  // namespace treering::app::measurements
