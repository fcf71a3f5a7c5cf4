#include "app/ceiling.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/call.h"
#include "sim/cost/cost_model.h"
#include "sim/cost/machine.h"
#include "sim/nccl/call/choice.h"

namespace treering::app {
namespace {

using core::Bandwidth;
using core::Duration;
using sim::Prediction;

/// Nothing where NCCL rules out the row's pair.
std::optional<sim::cost::PricedCall> priced(const sim::nccl::Plan& plan, const core::Call& call,
                                            const Prediction& row) {
  if (row.way.algorithm.empty()) {
    sim::cost::PricedCall carried;
    carried.call = call;
    return carried;
  }
  for (const auto& candidate : sim::nccl::call::candidates(plan, call)) {
    if (!candidate.available || name_of(candidate.offer.algorithm) != row.way.algorithm ||
        name_of(candidate.offer.protocol) != row.way.protocol) {
      continue;
    }
    return sim::cost::priced_as(call, sim::nccl::call::decision_for(plan, call, candidate));
  }
  return std::nullopt;
}

std::vector<LinkShare> links_by_kind(const core::Topology& node, core::DeviceId gpu) {
  std::vector<LinkShare> shares;
  for (const core::Link& link : node.links()) {
    if (link.from != gpu) continue;
    const auto known = std::ranges::find(shares, link.kind, &LinkShare::kind);
    if (known != shares.end()) {
      known->rate += link.bandwidth;
    } else {
      shares.push_back({link.kind, link.bandwidth});
    }
  }
  std::ranges::stable_sort(shares, std::greater<>(), &LinkShare::rate);
  return shares;
}

/// The parts of a rate that is that of all links of a GPU, where they are of several kinds.
std::vector<LinkShare> kinds_in(Bandwidth rate, const core::Topology& node) {
  constexpr double kRounding = 1e-6;
  for (const core::DeviceId gpu : node.of_kind(core::DeviceKind::Gpu)) {
    auto shares = links_by_kind(node, gpu);
    Bandwidth sum;
    for (const LinkShare& share : shares) sum += share.rate;
    const bool is_it = sum.in_gb_per_s() > 0 && std::abs(rate / sum - 1) < kRounding;
    if (is_it && shares.size() > 1) return shares;
  }
  return {};
}

/// Turns times into busbw, each no more than the one before and no less than that of the row.
class Steps {
 public:
  Steps(const Prediction& row, int ranks, Duration time) : row_(row), ranks_(ranks), last_(time) {}

  void add(CeilingKind kind, std::string what, Duration at) {
    least_ = std::max(least_, std::min(at, last_));
    const Bandwidth busbw = row_.bytes / least_ * core::bus_factor(row_.collective, ranks_);
    steps_.push_back({kind, std::move(what), busbw});
  }

  std::vector<CeilingStep> take() && { return std::move(steps_); }

 private:
  const Prediction& row_;
  int ranks_;
  Duration last_;
  Duration least_;
  std::vector<CeilingStep> steps_;
};

}  // namespace

std::string_view name_of(CeilingKind kind) {
  switch (kind) {
    case CeilingKind::Wires:
      return "wires";
    case CeilingKind::Flags:
      return "flags";
    case CeilingKind::Reached:
      return "reached";
    case CeilingKind::Transfer:
      return "transfer";
    case CeilingKind::Predicted:
      return "predicted";
  }
  return "";
}

CeilingSource::CeilingSource(const sim::nccl::Plan& plan, const sim::TimeModel& time_model,
                             const sim::bound::WireBound& bound, const core::Cluster& cluster)
    : plan_(plan), time_model_(time_model), bound_(bound), cluster_(cluster) {
  const bool is_needed = !time_model.cost && plan.shape.ranks() > 1;
  if (is_needed) machine_ = sim::cost::machine_of(cluster, plan);
}

/// By the wires of this algorithm or, where these take longer, by those that limit all algorithms.
Ceiling CeilingSource::at_full_rate(const Prediction& row,
                                    const std::optional<sim::cost::WireLimit>& wires) const {
  Ceiling result;
  result.bytes = row.bytes;
  result.way.algorithm = row.way.algorithm;
  result.way.protocol = row.way.protocol;
  constexpr double kRounding = 1 + 1e-9;
  if (wires && row.bound <= wires->time * kRounding) {
    result.wires = wires->wires;
    result.wire_rate = wires->rate;
    result.traffic = wires->traffic;
  } else if (const auto* const level = bound_.tightest(row.collective)) {
    result.wires = level->name;
    result.wire_rate = bound_.tightest_rate(row.collective);
    result.traffic = result.wire_rate / (row.bytes / row.bound);
  }
  if (result.wires.find("GPU") != std::string::npos) {
    result.wire_kinds = kinds_in(result.wire_rate, cluster_.node);
  }
  return result;
}

std::optional<sim::cost::Ceiling> CeilingSource::by_model(
    const sim::cost::PricedCall& carried) const {
  if (time_model_.cost) return time_model_.cost->ceiling(plan_, carried);
  sim::cost::Ceiling wires_alone;
  wires_alone.wires = sim::cost::wire_limit_of(plan_, *machine_, carried);
  return wires_alone;
}

std::optional<Ceiling> CeilingSource::of(const Prediction& row, const core::Call& call) const {
  if (plan_.shape.ranks() < 2 || !sim::busbw(row, plan_.shape.ranks())) return std::nullopt;
  const auto carried = priced(plan_, call, row);
  const auto model = carried ? by_model(*carried) : std::nullopt;
  if (!model) return std::nullopt;
  Ceiling result = at_full_rate(row, model->wires);
  if (result.wires.empty()) return std::nullopt;

  const Duration time = *row.time();
  const Duration at_wires = std::max(model->wires ? model->wires->time : Duration(), row.bound);
  if (time < at_wires * (1 - 1e-9)) return std::nullopt;
  Steps steps(row, plan_.shape.ranks(), time);
  steps.add(CeilingKind::Wires, result.wires, at_wires);
  if (model->wires && model->wires->with_flags > model->wires->time) {
    steps.add(CeilingKind::Flags, "", model->wires->with_flags);
  }
  if (model->reached) steps.add(CeilingKind::Reached, model->reached->what, model->reached->time);
  if (time_model_.cost) {
    steps.add(CeilingKind::Transfer, model->transfer.what, model->transfer.time);
  } else {
    steps.add(CeilingKind::Transfer, "", time - row.estimate->latency);
  }
  steps.add(CeilingKind::Predicted, "", time);
  result.steps = std::move(steps).take();
  return result;
}

}  // namespace treering::app
