// A job on its machine, opened once for all that is asked about it: the machine as NCCL finds it,
// NCCL's plan, what prices calls, and what the wires allow.
#pragma once

#include <memory>
#include <string>

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "core/data_type.h"
#include "core/result.h"
#include "hw/io/files.h"
#include "sim/bound/bound.h"
#include "sim/nccl/plan.h"
#include "sim/predict.h"

namespace treering::app {

struct Job {
  setup::Setup machine;  // with the ranks on it
  setup::TimeModelOptions options;
  sim::nccl::Plan plan;
  sim::TimeModel time_model;    // of the plan
  sim::bound::WireBound bound;  // as if all nodes were like the first

  int ranks() const { return plan.shape.ranks(); }
  /// The alternatives of its calls by its time model. They refer to the job. Where nobody knows the
  /// order of nodes, intervals span those of nodes that are scattered and sorted.
  sim::AlternativesOf alternatives(core::DataType type, core::ReduceOp op) const;
  /// The same with nodes in another order under the leaf switches.
  sim::AlternativesOf alternatives_in(core::NodeOrder::Kind order, core::DataType type,
                                      core::ReduceOp op) const;
  setup::TimeModelName time_model_name() const;
  /// The network between its nodes, by its profile: "infiniband"; empty on one node, and without a
  /// profile.
  std::string network() const;
};

/// Views and answers keep it: it stays where it is.
using JobPtr = std::shared_ptr<const Job>;

/// Fails where the machine or the profile cannot be read, and where NCCL cannot run the job.
core::Result<JobPtr> open(const setup::JobRequest& request,
                          const setup::TimeModelRequest& time_model = {},
                          sim::Model model = sim::Model::Cost,
                          const hw::io::RealFiles& files = hw::io::RealFiles());

/// The same job, with another time model and NCCL's plan as it is. \pre the network is the same
JobPtr priced_anew(const Job& job, setup::TimeModelOptions options);

/// On a machine that was set up.
core::Result<JobPtr> open(setup::Setup machine, setup::TimeModelOptions options);

}  // namespace treering::app
