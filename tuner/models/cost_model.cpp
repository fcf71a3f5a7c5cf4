#include "tuner/models/cost_model.h"

#include <memory>
#include <utility>

#include "tuner/calibration/observation.h"

namespace treering::tuner::models {

sim::TimeModel cost_time_model(const core::Profile& profile, const std::string& network,
                               const core::Cluster& cluster, const sim::nccl::Plan& plan) {
  auto machine = sim::cost::machine_of(cluster, plan, network);
  auto parameters = calibration::whole_parameters(profile, machine.kind);
  sim::TimeModel time_model;
  time_model.model = sim::Model::Cost;
  time_model.bound = std::make_shared<sim::bound::WireBound>(cluster, plan.job);
  time_model.cost =
      std::make_shared<sim::cost::CostModel>(std::move(machine), std::move(parameters));
  return time_model;
}

}  // namespace treering::tuner::models
