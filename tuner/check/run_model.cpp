#include "tuner/check/run_model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace treering::tuner::check {
namespace {

std::string largest(const std::vector<sim::estimates::TimeShare>& shares) {
  const auto most = std::ranges::max_element(
      shares, [](const auto& a, const auto& b) { return a.time < b.time; });
  return most == shares.end() ? "" : most->what.text();
}

/// With nodes sorted by leaf, where nobody knows their order; else null.
std::shared_ptr<const calibration::Bench> sorted(const calibration::Bench& bench) {
  if (bench.cluster.fabric.order.kind != core::NodeOrder::Kind::Unknown) return nullptr;
  calibration::Bench other = bench;
  other.cluster.fabric.order = {};
  // A suspect may have changed all else of the machine.
  other.machine.spine =
      sim::cost::machine_of(other.cluster, other.plan, bench.machine.kind.network).spine;
  return std::make_shared<const calibration::Bench>(std::move(other));
}

}  // namespace

RunModel::RunModel(const CheckedRun& run, Says says)
    : says_(says),
      bench_(run.bench),
      sorted_(sorted(*run.bench)),
      profile_(run.profile),
      parameters_(calibration::whole_parameters(run.profile, run.bench->machine.kind)),
      eager_bytes_(calibration::eager_bytes(run.profile, run.bench->machine.kind)) {}

bool RunModel::is_for(const CheckedRun& run) const {
  return bench_ == run.bench && profile_ == run.profile;
}

const Modelled* RunModel::of(const Measurement& row) {
  const auto [found, is_new] = known_.try_emplace({row.collective, row.bytes, row.type, row.op,
                                                   row.way, row.is_fallback, row.gpus_per_process});
  if (is_new) found->second = once(row);
  return found->second ? &*found->second : nullptr;
}

std::size_t RunModel::Hash::operator()(const Key& call) const {
  // Sizes differ most; the rest is compared where it has to be.
  const std::hash<std::string> of_name;
  constexpr std::size_t kOdd = 0x9e3779b97f4a7c15;
  const auto rest = of_name(call.way.algorithm) + 3 * of_name(call.way.protocol) +
                    5 * static_cast<std::size_t>(call.collective) +
                    7 * static_cast<std::size_t>(call.way.channels);
  return (call.bytes ^ rest) * kOdd;
}

std::optional<Modelled> RunModel::once(const Measurement& row) const {
  auto modelled = on(*bench_, row);
  if (!modelled || sorted_ == nullptr) return modelled;
  if (const auto other = on(*sorted_, row)) {
    modelled->estimate = spanning(std::move(modelled->estimate), other->estimate);
  }
  return modelled;
}

std::optional<Modelled> RunModel::on(const calibration::Bench& bench,
                                     const Measurement& row) const {
  const auto call = calibration::terms_of(bench, row, eager_bytes_);
  if (!call) return std::nullopt;
  const auto& shape = bench.plan.shape;
  const sim::cost::CallName name{row.collective, call->way.algorithm,
                                 static_cast<double>(row.bytes), shape.nodes, shape.ranks()};
  auto estimate = says_ == Says::TimeOnly ? sim::cost::bare_estimate(call->terms, parameters_, name)
                                          : sim::cost::estimate(call->terms, parameters_, name);
  std::string most = largest(estimate.shares);
  estimate.shares.clear();
  // The interval is that of the runs behind the profile; another run has noise of its own.
  return Modelled{call->way, call->is_replaced, less_sure(std::move(estimate), kRunToRun),
                  std::move(most)};
}

}  // namespace treering::tuner::check
