// The adapters of a job and their rates: by the request or the source (take_adapters() in setup.h),
// then by NCCL_IB_HCA.
#pragma once

#include "app/setup/setup.h"
#include "core/result.h"

namespace treering::app::setup {

/// Removes from the job's nodes the adapters that NCCL_IB_HCA does not allow, with a note. Fails
/// where several nodes have none left.
core::Result<void> follow_adapter_list(Setup& setup);

}  // namespace treering::app::setup
