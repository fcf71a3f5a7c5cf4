#include "bench/rules/predicted.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/predict.h"
#include "core/unit_text.h"

namespace treering::bench {
namespace {

using app::overview::Curve;
using app::overview::CurvePoint;
using app::overview::Curves;

const Curve* curve_of(const Curves& curves, const std::string& algorithm) {
  const auto found = std::ranges::find(curves.candidates, algorithm, &Curve::name);
  return found == curves.candidates.end() ? nullptr : &*found;
}

}  // namespace

Curves curves_for(const Asked& asked) {
  app::PredictRequest request;
  request.job.topology = asked.topology;
  request.job.nodes = asked.nodes;
  if (asked.gpus_per_node > 0) request.job.gpus_per_node = asked.gpus_per_node;
  request.calls.sizes = {asked.first, asked.last, {}, asked.factor};
  request.calls.model = asked.model;
  const auto report = app::answer(request);
  if (!report) {
    fmt::print(stderr, "{}\n", report.error().message());
    return {};
  }
  return app::overview::curves_of(*report, core::Collective::AllReduce,
                                  app::overview::CurveKind::Algorithms);
}

std::optional<double> time_at(const Curves& curves, const std::string& algorithm,
                              std::uint64_t bytes) {
  const Curve* const curve = curve_of(curves, algorithm);
  if (curve == nullptr) return {};
  const auto point = std::ranges::find(curve->points, core::Bytes::of(bytes), &CurvePoint::bytes);
  if (point == curve->points.end()) return {};
  return point->time.in_us();
}

std::string faster_from(const Curves& curves, const std::string& one, const std::string& other) {
  const Curve* const curve = curve_of(curves, one);
  if (curve == nullptr || curve_of(curves, other) == nullptr) return "-";
  std::optional<core::Bytes> from;
  for (auto point = curve->points.rbegin(); point != curve->points.rend(); ++point) {
    const auto beside = time_at(curves, other, point->bytes.count());
    if (beside && point->time.in_us() >= *beside) break;
    from = point->bytes;
  }
  if (!from) return "never";
  if (*from == curve->points.front().bytes) return "always";
  return fmt::format("from {} on", core::format_size(*from));
}

}  // namespace treering::bench
