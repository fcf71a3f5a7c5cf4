// `hosts` in place of TOPOLOGY: collectives of Open MPI and Gloo on CPUs.
#pragma once

#include "app/hosts/predict_hosts.h"
#include "app/hosts/records.h"
#include "cli/options/arguments.h"
#include "core/result.h"

namespace treering::cli {

/// Whether TOPOLOGY, the first argument, is `hosts`.
bool is_about_hosts(const Arguments& arguments);

/// --measurements and --nic-rate. Fails without measurements.
core::Result<app::hosts::HostRunsRequest> host_runs_request(const Arguments& arguments);

/// --runner, --ranks, --nic-rate, --cores, -c, -b, -e, -f, -i, -d, --algo, --profile,
/// --measurements.
core::Result<app::hosts::PredictHostsRequest> predict_hosts_request(const Arguments& arguments);

}  // namespace treering::cli
