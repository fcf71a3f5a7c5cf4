// --model, --profile and --network: who says how long things take.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "core/cluster.h"
#include "core/profile.h"
#include "core/result.h"
#include "sim/model.h"
#include "sim/predict.h"

namespace treering::cli {

/// What stays the same for all plans of a command.
struct ClockOptions {
  sim::Model model = sim::Model::Cost;
  core::Profile profile;
  std::string network;  // empty: as the topology says
};

/// Fails where a profile or network that is named cannot be read.
core::Result<ClockOptions> read_clock(const Arguments& arguments, sim::Model model);

/// The clock for one plan of the job.
sim::Clock clock_for(const ClockOptions& options, const core::Cluster& cluster,
                     const sim::nccl::Plan& plan);

}  // namespace treering::cli
