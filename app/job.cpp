#include "app/job.h"

#include <utility>

#include "app/setup/plan.h"

namespace treering::app {

sim::AlternativesOf Job::alternatives(core::DataType type, core::ReduceOp op) const {
  auto all = sim::alternatives_of(plan, time_model, type, op);
  const core::NodeOrder::Kind order = machine.cluster.fabric.order.kind;
  if (order == core::NodeOrder::Kind::Unknown) {
    all = sim::spanning(std::move(all), alternatives_in(core::NodeOrder::Kind::Sorted, type, op));
  }
  return options.model == sim::Model::Event ? sim::remembered(std::move(all)) : all;
}

sim::AlternativesOf Job::alternatives_in(core::NodeOrder::Kind order, core::DataType type,
                                         core::ReduceOp op) const {
  core::Cluster cluster = machine.cluster;
  cluster.fabric.order = {order, {}};
  return sim::alternatives_of(plan, setup::time_model_for(options, cluster, plan), type, op);
}

setup::TimeModelName Job::time_model_name() const {
  return setup::name_of(options, time_model, plan);
}

std::string Job::network() const {
  const auto kind = time_model_name().kind;
  return kind ? kind->network : "";
}

JobPtr priced_anew(const Job& job, setup::TimeModelOptions options) {
  Job other = job;
  other.time_model = setup::time_model_for(options, job.machine.cluster, job.plan);
  other.options = std::move(options);
  return std::make_shared<const Job>(std::move(other));
}

core::Result<JobPtr> open(setup::Setup machine, setup::TimeModelOptions options) {
  setup::carry_over(machine, options.network);
  auto plan = setup::make_plan(machine);
  if (!plan) return core::fail(plan.error());
  auto time_model = setup::time_model_for(options, machine.cluster, *plan);
  sim::bound::WireBound bound(machine.cluster, machine.job);
  return std::make_shared<const Job>(Job{std::move(machine), std::move(options), *std::move(plan),
                                         std::move(time_model), std::move(bound)});
}

core::Result<JobPtr> open(const setup::JobRequest& request,
                          const setup::TimeModelRequest& time_model, sim::Model model,
                          const hw::io::RealFiles& files) {
  auto options = setup::time_model_options(time_model, model);
  if (!options) return core::fail(options.error());
  auto machine = setup::set_up(request, files);
  if (!machine) return core::fail(machine.error());
  return open(*std::move(machine), *std::move(options));
}

}  // namespace treering::app
