#include "tuner/models/cost_model.h"

#include <memory>
#include <utility>

#include "tuner/calibration/observation.h"

namespace treering::tuner::models {

sim::Clock cost_clock(const core::Profile& profile, const std::string& network,
                      const core::Cluster& cluster, const sim::nccl::Plan& plan) {
  auto machine = sim::cost::machine_of(cluster, plan, network);
  auto parameters = calibration::whole_parameters(profile, machine.kind);
  sim::Clock clock;
  clock.model = sim::Model::Cost;
  clock.bound = std::make_shared<sim::bound::WireBound>(cluster, plan.job);
  clock.cost = std::make_shared<sim::cost::CostModel>(std::move(machine), std::move(parameters));
  return clock;
}

}  // namespace treering::tuner::models
