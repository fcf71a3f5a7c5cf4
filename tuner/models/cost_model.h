// The cost model as a time model (sim/predict.h) for one job, from a profile.
#pragma once

#include <string>

#include "core/profile/profile.h"
#include "core/topology/cluster.h"
#include "sim/predict.h"

namespace treering::tuner::models {

/// \param network overrides the topology's network; empty: the topology's
/// \pre the profile is whole, and `plan` is that of a job on `cluster`
sim::TimeModel cost_time_model(const core::Profile& profile, const std::string& network,
                               const core::Cluster& cluster, const sim::nccl::Plan& plan);

}  // namespace treering::tuner::models
