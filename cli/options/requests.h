// Options become the requests of questions: about machines, about measured runs, and about hosts.
#pragma once

#include "app/hosts/predict_hosts.h"
#include "app/hosts/records.h"
#include "app/measurements/runs.h"
#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "cli/options/options.h"
#include "core/result.h"

namespace treering::cli {

// Turns options into the requests of questions. Texts become values here; app gives them meaning.

/// TOPOLOGY, --nodes, --gpus-per-node, --devices, --nics, --nic-rate, --gpus-per-process, --nccl,
/// --env, --env-from-process.
core::Result<app::setup::JobRequest> job_request(const Arguments& arguments);

/// The job request without TOPOLOGY, which stands elsewhere.
core::Result<app::setup::JobRequest> job_request_on(std::string topology,
                                                    const Arguments& arguments);

/// --env and --env-from-process.
app::setup::VariablesRequest variables_request(const Arguments& arguments);

/// -c, -b, -e, -f, -i, -d, --op, --algo, --proto, --model. `usual` is the default of -c, a list
/// as -c takes it.
core::Result<app::setup::CallsRequest> calls_request(const Arguments& arguments,
                                                     std::string_view usual);

/// -b, -e, -f, -i.
core::Result<app::setup::SizesRequest> sizes_request(const Arguments& arguments);
/// The steps from size to size alone.
core::Result<app::setup::SizesRequest> steps_request(const Arguments& arguments);

/// --algo and --proto.
core::Result<sim::Filter> filter_of(const Arguments& arguments);

/// -d and --op.
struct ElementTypes {
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
};
core::Result<ElementTypes> element_types(const Arguments& arguments);

/// The value of `option`; nothing when it was not given.
std::optional<std::string> text_option(const Arguments& arguments, std::string_view option);

/// -c where it takes one name.
core::Result<std::optional<core::Collective>> collective_option(const Arguments& arguments);

/// The value of `option` as a size; nothing when it was not given.
core::Result<std::optional<std::uint64_t>> size_option(const Arguments& arguments,
                                                       std::string_view option);

/// --profile and --network.
app::setup::TimeModelRequest time_model_request(const Arguments& arguments);

// TOPOLOGY and its job, or --systems, with --measurements.

/// Fails without measurements, or without both TOPOLOGY and --systems.
core::Result<app::measurements::RunsRequest> runs_request(const Arguments& arguments);

// `hosts` in place of TOPOLOGY: collectives of Open MPI and Gloo on CPUs.

/// Whether TOPOLOGY, the first argument, is `hosts`.
bool is_about_hosts(const Arguments& arguments);

/// --measurements and --nic-rate. Fails without measurements.
core::Result<app::hosts::HostRunsRequest> host_runs_request(const Arguments& arguments);

/// --runner, --ranks, --nic-rate, --cores, -c, -b, -e, -f, -i, -d, --algo, --profile,
/// --measurements.
core::Result<app::hosts::PredictHostsRequest> predict_hosts_request(const Arguments& arguments);

}  // namespace treering::cli
