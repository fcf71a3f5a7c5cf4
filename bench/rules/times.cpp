#include "bench/rules/times.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/predict.h"
#include "core/units.h"

namespace treering::bench {

std::vector<PublishedTime> read_published(const std::string& file) {
  std::ifstream stream(file);
  std::vector<PublishedTime> all;
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    std::vector<std::string> fields;
    for (std::string field; std::getline(words, field, ',');) fields.push_back(field);
    if (fields.size() != 9) continue;
    all.push_back({fields[0], std::stoi(fields[1]), std::stoi(fields[2]), fields[3], fields[4],
                   std::stoull(fields[5]), std::stod(fields[6]), fields[7], fields[8]});
  }
  std::ranges::stable_sort(all, {}, [](const PublishedTime& one) {
    return std::tuple(one.topology, one.gpus(), one.bytes);
  });
  return all;
}

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

std::string faster_at(const Curves& curves, const std::string& one, const std::string& other) {
  const Curve* const curve = curve_of(curves, one);
  if (curve == nullptr || curve_of(curves, other) == nullptr) return "-";
  std::vector<std::pair<core::Bytes, core::Bytes>> stretches;
  bool is_faster = false;
  for (const CurvePoint& point : curve->points) {
    const auto beside = time_at(curves, other, point.bytes.count());
    const bool was_faster = std::exchange(is_faster, !beside || point.time.in_us() < *beside);
    if (is_faster && !was_faster) stretches.emplace_back(point.bytes, point.bytes);
    if (is_faster) stretches.back().second = point.bytes;
  }
  if (stretches.empty()) return "never";
  if (is_faster && stretches.back().first == curve->points.front().bytes) return "always";
  if (is_faster) return fmt::format("from {} on", core::format_size(stretches.back().first));
  std::vector<std::string> texts;
  for (const auto& [first, last] : stretches) {
    texts.push_back(
        first == last ? core::format_size(first)
                      : fmt::format("{} to {}", core::format_size(first), core::format_size(last)));
  }
  return fmt::format("only {}", fmt::join(texts, ", "));
}

}  // namespace treering::bench
