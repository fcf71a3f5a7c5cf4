#include "app/overview/curves.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace treering::app::overview {
namespace {

using sim::Prediction;

std::string name_of(const Prediction& row, CurveKind kind) {
  if (kind == CurveKind::Algorithms || row.way.algorithm.empty()) return row.way.algorithm;
  return text_of(row.way);
}

std::optional<CurvePoint> point_of(const Prediction& row, int ranks) {
  const auto busbw = sim::busbw(row, ranks);
  if (!row.estimate || !busbw) return {};
  return CurvePoint{row.bytes, *row.time(), row.estimate->interval, *busbw,
                    row.way,   row.is_best, row.is_nccl_default};
}

/// Keeps the faster of two protocols at one size. NCCL's own choice stays marked only where it is
/// the protocol that is kept.
void add(const CurvePoint& point, Curve& curve) {
  if (curve.points.empty() || curve.points.back().bytes != point.bytes) {
    curve.points.push_back(point);
  } else if (point.time < curve.points.back().time) {
    curve.points.back() = point;
  }
}

Curve& curve_named(const std::string& name, std::vector<Curve>& curves) {
  const auto found = std::ranges::find(curves, name, &Curve::name);
  return found == curves.end() ? curves.emplace_back(Curve{name, {}}) : *found;
}

void add_bound(const Prediction& row, int ranks, std::vector<BoundPoint>& bound) {
  const bool is_new = bound.empty() || bound.back().bytes != row.bytes;
  if (!is_new || row.bound.in_us() <= 0) return;
  const double factor = core::bus_factor(row.collective, ranks);
  bound.push_back({row.bytes, row.bound, row.bytes / row.bound * factor});
}

std::optional<core::Bandwidth> ceiling_of(const PredictReport& report,
                                          core::Collective collective) {
  const auto& all = report.calls.collectives;
  const auto index = static_cast<std::size_t>(std::ranges::find(all, collective) - all.begin());
  if (index >= report.ceilings.size() || !report.ceilings[index]) return {};
  const auto& steps = report.ceilings[index]->steps;
  const auto step = std::ranges::find(steps, CeilingKind::Transfer, &CeilingStep::kind);
  return step == steps.end() ? std::nullopt : std::optional(step->busbw);
}

}  // namespace

Curves curves_of(const PredictReport& report, core::Collective collective, CurveKind kind) {
  Curves curves;
  if (report.ranks < 2) return curves;
  for (const Prediction& row : report.rows) {
    if (row.collective != collective || row.count == 0 || row.channel_limit) continue;
    add_bound(row, report.ranks, curves.bound);
    const auto point = point_of(row, report.ranks);
    if (!point) continue;
    add(*point, curve_named(name_of(row, kind), curves.candidates));
    if (row.is_nccl_default) curves.usual.push_back(*point);
    if (row.is_best) curves.best.push_back(*point);
  }
  curves.ceiling = ceiling_of(report, collective);
  return curves;
}

}  // namespace treering::app::overview
