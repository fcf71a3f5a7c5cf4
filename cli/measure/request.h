// The request of commands that measure.
#pragma once

#include "app/measuring/measure.h"
#include "cli/options/arguments.h"
#include "core/result.h"

namespace treering::cli {

core::Result<app::measuring::MeasureRequest> measure_request(const Arguments& arguments);

}  // namespace treering::cli
