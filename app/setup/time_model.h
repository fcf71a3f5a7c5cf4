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

/// The inputs of the cost model.
struct TimeModelRequest {
  std::optional<std::string> profile;  // a file over the built-in profile
  std::optional<std::string> network;  // else by the adapters
};

/// The part of a time model that is the same for all plans of a question.
struct TimeModelOptions {
  sim::Model model = sim::Model::Cost;
  core::Profile profile;
  std::string network;  // empty: that of the topology
};

/// A time model's inputs, for people and programs.
struct TimeModelName {
  sim::Model model = sim::Model::Nccl;
  std::string profile;                                // these two only for the cost model
  std::optional<sim::cost::terms::MachineKind> kind;  // without a network on one node
};

/// Fails where a given profile or network cannot be read, or does not belong to the model.
core::Result<TimeModelOptions> time_model_options(const TimeModelRequest& request,
                                                  sim::Model model = sim::Model::Cost);

/// Fails where the GPUs of a process are given, but the model does not use them.
core::Result<void> check_processes(const std::optional<int>& gpus_per_process, sim::Model model);

/// \pre `time_model` is that of these options for `plan`
TimeModelName name_of(const TimeModelOptions& options, const sim::TimeModel& time_model,
                      const sim::nccl::Plan& plan);

/// The time model for one plan of the job.
sim::TimeModel time_model_for(const TimeModelOptions& options, const core::Cluster& cluster,
                              const sim::nccl::Plan& plan);

}  // namespace treering::app::setup
