#include "tuner/doctor/plans.h"

#include <algorithm>

namespace treering::tuner::doctor {

const sim::nccl::Plan* Plans::on(const core::Topology& node, const sim::job::JobSpec& job) {
  auto found = std::ranges::find_if(
      known_, [&](const Known& one) { return one.job == job && one.node == node; });
  if (found == known_.end()) {
    found = known_.insert(known_.end(), {node, job, std::nullopt});
    if (!sim::nccl::why_not(node, job)) found->plan = sim::nccl::make_plan(node, job);
  }
  return found->plan ? &*found->plan : nullptr;
}

}  // namespace treering::tuner::doctor
