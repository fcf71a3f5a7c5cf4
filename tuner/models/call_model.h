// Models of the calls of a job, made from a profile.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "core/topology/cluster.h"
#include "sim/hosts/estimate.h"
#include "sim/predict.h"
#include "tuner/measure/configuration.h"

namespace treering::tuner::models {

// The cost model as a time model (sim/predict.h) for one job, from a profile.

/// \param network overrides the topology's network; empty: the topology's
/// \pre the profile is whole, and `plan` is that of a job on `cluster`
sim::TimeModel cost_time_model(const core::Profile& profile, const std::string& network,
                               const core::Cluster& cluster, const sim::nccl::Plan& plan);

// What a configuration is expected to take: one interface for whoever decides what to measure next,
// whichever library runs it.
//
//   host_call_model    MPI and Gloo on CPUs: the model of hosts, from a profile
//   plan_call_model    NCCL: the cost model of a plan
//
// A model is a value that does not change. Whoever has measured something fits a new profile
// (tuner/hosts, tuner/calibration) and makes a new model of it.

struct Expectation {
  double us = 0;
  /// Standard deviation of ln(measured / us): what the model knows of itself. Errors of two
  /// configurations of one job share a part of it, so that they are ordered better than this says.
  double spread = 0;
};

class CallModel {
 public:
  virtual ~CallModel() = default;

  /// Nothing where the model has no time for it. An empty algorithm is the library's own choice.
  [[nodiscard]] virtual std::optional<Expectation> expect(
      const measure::Configuration& configuration) const = 0;

  /// The configuration with the algorithm and protocol that the library takes by itself, of those
  /// that it leaves open. Nothing where that is not known.
  [[nodiscard]] virtual std::optional<measure::Configuration> own_choice(
      const measure::Configuration& configuration) const = 0;

  /// The call with each algorithm and protocol that the library can be forced to and for which the
  /// model has a time, in the library's order.
  [[nodiscard]] virtual std::vector<measure::Configuration> candidates(
      const measure::Configuration& call) const = 0;

 protected:
  CallModel() = default;
  CallModel(const CallModel&) = default;
  CallModel(CallModel&&) = default;
  CallModel& operator=(const CallModel&) = default;
  CallModel& operator=(CallModel&&) = default;
};

/// \pre the profile has all parameters (sim/hosts/host_profile.h)
std::unique_ptr<CallModel> host_call_model(sim::hosts::HostJob job, core::Profile profile);

/// `plan` and `time_model` are of the same job (cost_model.h), and `plan` outlives the model.
std::unique_ptr<CallModel> plan_call_model(const sim::nccl::Plan& plan, sim::TimeModel time_model);

}  // namespace treering::tuner::models
