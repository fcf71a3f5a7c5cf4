// One interface of all time models: a call in, an estimate out.
#pragma once

#include <memory>
#include <optional>

#include "sim/bound/bound.h"
#include "sim/cost/cost_model.h"
#include "sim/estimates/estimate.h"
#include "sim/machine/class_links.h"
#include "sim/models/model.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"

namespace treering::sim::models {

using estimates::Estimate;

/// The candidate that carries a call.
struct Choice {
  const nccl::call::Candidate& candidate;
  const nccl::call::Decision& decision;  // the candidate's schedule
};

/// A model that says how long calls take. \pre for Model::Cost and Model::Event, `cost` is there
/// and made for the plan
struct TimeModel {
  Model model = Model::Nccl;
  std::shared_ptr<const cost::CostModel> cost;
  /// For Model::Event: the links of the job's nodes.
  std::shared_ptr<const machine::ClassLinks> links = nullptr;
  /// The bound of the same job: no time of the cost model is below it. Null: times are not bounded.
  std::shared_ptr<const bound::WireBound> bound;
  /// Where the plan's number of channels is not NCCL's own: the plan that NCCL would make. Where
  /// the cost model does not say what one channel carries, calls have a time only with as many
  /// channels as in that plan. Not owned.
  const nccl::Plan* unlimited = nullptr;

  /// Nothing where the model has no answer. \param choice null for messages between pairs, for
  /// which NCCL has none
  std::optional<Estimate> estimate(const nccl::Plan& plan, const core::Call& call,
                                   const Choice* choice) const;
};

}  // namespace treering::sim::models
