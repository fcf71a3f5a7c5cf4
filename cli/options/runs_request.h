// TOPOLOGY and its job, or --systems, with --measurements.
#pragma once

#include "app/measurements/runs.h"
#include "cli/options/arguments.h"
#include "core/result.h"

namespace treering::cli {

/// Fails without measurements, or without both TOPOLOGY and --systems.
core::Result<app::measurements::RunsRequest> runs_request(const Arguments& arguments);

}  // namespace treering::cli
