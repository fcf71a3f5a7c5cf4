// The options that all simulated calls share.
#pragma once

#include "app/simulation/call_request.h"
#include "cli/options/arguments.h"
#include "core/result.h"

namespace treering::cli {

core::Result<void> read_call(const Arguments& arguments, app::simulation::CallRequest& request);

}  // namespace treering::cli
