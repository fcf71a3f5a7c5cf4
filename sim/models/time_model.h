// One interface of all time models: a call in, an estimate out.
#pragma once

#include <memory>
#include <optional>

#include "sim/bound/bound.h"
#include "sim/cost/cost_model.h"
#include "sim/estimates/estimate.h"
#include "sim/models/model.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"

namespace treering::sim::models {

using estimates::Estimate;

/// What carries a call.
struct Choice {
  const nccl::call::Candidate& candidate;
  const nccl::call::Decision& decision;  // the candidate's schedule
};

/// What says how long calls take. \pre `cost` is there, and made for the plan, where the model is
/// Model::Cost
struct TimeModel {
  Model model = Model::Nccl;
  std::shared_ptr<const cost::CostModel> cost;
  /// Of the same job. No time of the cost model is below it; without it they are taken as they are.
  std::shared_ptr<const bound::WireBound> bound;
  /// Where the plan has another number of channels than NCCL would make: the plan as NCCL would
  /// make it. Calls have no time if the cost model does not say what one of their channels carries,
  /// except with as many as there. Not owned.
  const nccl::Plan* unlimited = nullptr;

  /// Nothing where the model has no answer. \param choice null for messages between pairs, for
  /// which NCCL has none
  std::optional<Estimate> estimate(const nccl::Plan& plan, const nccl::rules::Call& call,
                                   const Choice* choice) const;
};

}  // namespace treering::sim::models
