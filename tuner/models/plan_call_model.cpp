#include <memory>
#include <string>
#include <utility>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "tuner/calibration/observation.h"
#include "tuner/models/call_model.h"

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

// The cost model of a plan: NCCL on GPUs.

namespace {

using measure::Configuration;
using sim::Alternative;

/// Whether the alternative is what is asked for; an empty name asks for nothing.
bool is_asked(const Alternative& alternative, const Configuration& asked) {
  const auto is = [](const std::string& name, const std::string& wanted) {
    return wanted.empty() || core::is_same_name(name, wanted);
  };
  return is(alternative.way.algorithm, asked.way.algorithm) &&
         is(alternative.way.protocol, asked.way.protocol) &&
         (asked.way.channels == 0 || asked.way.channels == alternative.way.channels);
}

class PlanCallModel final : public CallModel {
 public:
  PlanCallModel(const sim::nccl::Plan& plan, sim::TimeModel time_model)
      : plan_(&plan), time_model_(std::move(time_model)) {}

  [[nodiscard]] std::optional<Expectation> expect(const Configuration& asked) const override {
    const auto all = alternatives_of(asked);
    const Alternative* const taken = sim::nccl_choice(all, filter_of(all, asked));
    if (taken == nullptr || !is_asked(*taken, asked) || !taken->estimate) return std::nullopt;
    const sim::Estimate& estimate = *taken->estimate;
    return Expectation{estimate.time.in_us(),
                       estimate.interval ? sim::estimates::spread_of(estimate) : 0};
  }

  [[nodiscard]] std::optional<Configuration> own_choice(const Configuration& call) const override {
    const auto all = alternatives_of(call);
    const Alternative* const own = sim::nccl_choice(all, filter_of(all, call));
    if (own == nullptr) return std::nullopt;
    return with(call, *own);
  }

  [[nodiscard]] std::vector<Configuration> candidates(const Configuration& call) const override {
    std::vector<Configuration> all;
    for (const Alternative& one : alternatives_of(call)) {
      if (one.estimate && !one.has_failed_search) all.push_back(with(call, one));
    }
    return all;
  }

 private:
  static Configuration with(Configuration call, const Alternative& alternative) {
    call.way.algorithm = core::lower_case(alternative.way.algorithm);
    call.way.protocol = core::lower_case(alternative.way.protocol);
    return call;
  }

  /// As the model spells it; a name that it does not have allows nothing.
  static std::string name_in(const std::vector<Alternative>& all, const Configuration& asked,
                             std::string sim::Way::*name) {
    const std::string& wanted = asked.way.*name;
    for (const Alternative& one : all) {
      if (core::is_same_name(one.way.*name, wanted)) return one.way.*name;
    }
    return wanted;
  }

  static sim::Filter filter_of(const std::vector<Alternative>& all, const Configuration& asked) {
    sim::Filter filter;
    if (!asked.way.algorithm.empty())
      filter.algorithms = {name_in(all, asked, &sim::Way::algorithm)};
    if (!asked.way.protocol.empty()) filter.protocols = {name_in(all, asked, &sim::Way::protocol)};
    return filter;
  }

  [[nodiscard]] std::vector<Alternative> alternatives_of(const Configuration& call) const {
    return sim::alternatives_of(*plan_, time_model_, call.call.type, call.call.op)(
        call.call.collective, call.call.bytes);
  }

  const sim::nccl::Plan* plan_;
  sim::TimeModel time_model_;
};

}  // namespace

std::unique_ptr<CallModel> plan_call_model(const sim::nccl::Plan& plan, sim::TimeModel time_model) {
  return std::make_unique<PlanCallModel>(plan, std::move(time_model));
}

}  // namespace treering::tuner::models
