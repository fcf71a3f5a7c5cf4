// Where the times of an answer come from.
#pragma once

#include <optional>
#include <string>

#include "core/profile/profile.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "sim/cost/terms/quantity.h"
#include "sim/predict.h"

namespace treering::app::setup {

/// What the cost model goes by.
struct TimeModelRequest {
  std::optional<std::string> profile;  // a file over the profile that is built in
  std::optional<std::string> network;  // else as the adapters say
};

/// What stays the same for all plans of a question.
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

/// Fails where a profile or network that is named cannot be read, or has nothing to do with the
/// model.
core::Result<TimeModelOptions> time_model_options(const TimeModelRequest& request,
                                                  sim::Model model = sim::Model::Cost);

/// Fails where the GPUs of a process are given, but the model does not go by them.
core::Result<void> check_processes(const std::optional<int>& gpus_per_process, sim::Model model);

/// \pre `time_model` is that of these options for `plan`
TimeModelName name_of(const TimeModelOptions& options, const sim::TimeModel& time_model,
                      const sim::nccl::Plan& plan);

/// The time model for one plan of the job.
sim::TimeModel time_model_for(const TimeModelOptions& options, const core::Cluster& cluster,
                              const sim::nccl::Plan& plan);

}  // namespace treering::app::setup
