// The time models: their names, their one interface, and the function of each.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "core/result.h"
#include "sim/bound/bound.h"
#include "sim/cost/cost_model.h"
#include "sim/estimates/estimate.h"
#include "sim/machine/job_links.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/connections/connections.h"
#include "sim/nccl/plan.h"

namespace treering::sim::models {

// The models that answer "how long does this call take", by name.

enum class Model {
#define MODEL(id, name, basis, estimate) id,
#include "sim/models/models.def"
#undef MODEL
};

/// The basis of a model's times.
enum class Basis {
  NcclPrices,  // those by which NCCL chooses
  Profile,     // a machine's parameters, with how well each is known
};

/// In the order of models.def.
std::span<const Model> all_models();

/// "nccl", "cost", "event".
std::string_view name_of(Model model);

/// Reads a name in any case. Fails with Category::Usage, naming the closest model.
core::Result<Model> parse_model(std::string_view text);

Basis basis_of(Model model);

// One interface of all time models: a call in, an estimate out.

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
  /// For event_estimate(): the links of the job's nodes.
  std::shared_ptr<const links::ClassLinks> links = nullptr;
  /// Likewise: the connections of the job.
  std::shared_ptr<const nccl::connections::Connections> connections = nullptr;
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

/// The model with what Model::Event needs of the job besides. \pre `model` is that of `plan`, a job
/// on `cluster`
TimeModel with_connections(TimeModel model, const core::Cluster& cluster, const nccl::Plan& plan);

// Two models of one call. The formulas of the cost model take a machine's links and a call's steps
// as alike; the event model gives each message its part of each link that it crosses. On published
// runs that no parameter was fitted to it is as near for every kind of call, or nearer
// (docs/simulator.md): where the two are far apart, it is the one to believe.

/// The share of the smaller time by which the greater one exceeds it.
inline constexpr double kFarApart = 0.3;

bool are_far_apart(core::Duration one, core::Duration other);

// The functions that answer for the models, each in the file of its name.

/// Nothing without a choice: NCCL does not say how long messages between pairs take.
std::optional<Estimate> nccl_estimate(const TimeModel& model, const nccl::Plan& plan,
                                      const core::Call& call, const Choice* choice);

/// Nothing where the parameters do not say what channels carry, and the call has another number of
/// them than NCCL would give it. \pre the model has its `cost`, made for the plan
std::optional<Estimate> cost_estimate(const TimeModel& model, const nccl::Plan& plan,
                                      const core::Call& call, const Choice* choice);

/// Nothing without the `links` of the machine, and where messages between pairs are too many to be
/// simulated for a table. \pre as cost_estimate
std::optional<Estimate> event_estimate(const TimeModel& model, const nccl::Plan& plan,
                                       const core::Call& call, const Choice* choice);

}  // namespace treering::sim::models
