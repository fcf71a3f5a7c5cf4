// --model, --profile and --network: who says how long things take.
#pragma once

#include <optional>
#include <string>

#include "cli/options/arguments.h"
#include "core/profile/profile.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "sim/predict.h"

namespace treering::cli {

/// What stays the same for all plans of a command.
struct TimeModelOptions {
  sim::Model model = sim::Model::Cost;
  core::Profile profile;
  std::string network;  // empty: as the topology says
};

/// What a time model goes by, for people and programs.
struct TimeModelName {
  sim::Model model = sim::Model::Nccl;
  std::string profile;                                // these two are of the cost model only
  std::optional<sim::cost::terms::MachineKind> kind;  // without a network on one node
};

/// Fails where a profile or network that is named cannot be read.
core::Result<TimeModelOptions> read_time_model(const Arguments& arguments, sim::Model model);

/// \pre `time_model` is that of these options for `plan`
TimeModelName name_of(const TimeModelOptions& options, const sim::TimeModel& time_model,
                      const sim::nccl::Plan& plan);

/// "cost, profile published (hopper, nvswitch, infiniband 400G)".
std::string model_text(const TimeModelName& name);

/// The time model for one plan of the job.
sim::TimeModel time_model_for(const TimeModelOptions& options, const core::Cluster& cluster,
                              const sim::nccl::Plan& plan);

}  // namespace treering::cli
