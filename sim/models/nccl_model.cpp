// The `nccl` model: the price by which NCCL chooses.
#include "sim/models/time_model.h"

namespace treering::sim::models {

std::optional<Estimate> nccl_estimate(const TimeModel& /*model*/, const nccl::Plan& plan,
                                      const core::Call& call, const Choice* choice) {
  if (choice == nullptr) return std::nullopt;
  const nccl::call::CallCost price = nccl::call::price_of(plan, call, choice->candidate);
  return Estimate{.time = core::Duration::from_us(static_cast<double>(choice->candidate.time_us)),
                  .latency = core::Duration::from_us(static_cast<double>(price.latency_us))};
}

}  // namespace treering::sim::models
