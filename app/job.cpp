#include "app/job.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/setup/plan.h"
#include "core/text/field.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/connections/connections.h"

namespace treering::app {
namespace {

/// NCCL goes over it inside a machine too, where GPUs do not reach each other otherwise.
bool uses_network(const core::Cluster& cluster, const sim::nccl::Plan& plan) {
  using sim::nccl::connections::Connection;
  if (plan.shape.nodes > 1) return true;
  const sim::nccl::connections::Connections all(cluster, plan);
  const auto is_net = [](const Connection& one) {
    return one.transport == sim::nccl::connections::Transport::Net;
  };
  return std::ranges::any_of(all.of_pairs(), is_net) ||
         std::ranges::any_of(all.of(sim::nccl::call::chosen_algorithms(plan)), is_net);
}

}  // namespace

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
  if (!options.network.empty() && !uses_network(machine.cluster, *plan)) {
    machine.notes.push_back(
        fmt::format("{}: no effect, as nothing here goes over a network", core::field("network")));
  }
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
