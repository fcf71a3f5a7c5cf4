#include "app/advice/scaling.h"

#include <algorithm>
#include <optional>
#include <set>

namespace treering::app::advice {
namespace {

core::Result<PredictReport> on_nodes(const ScalingRequest& request, std::optional<int> nodes) {
  PredictRequest one{request.job, request.calls, request.time_model, {}, false};
  one.work.stop = request.work.stop;
  one.job.nodes = nodes;
  one.calls.sizes = {request.bytes, request.bytes, {}, {}};
  return answer(one);
}

std::optional<ScaledChoice> choice_of(const PredictReport& report, bool sim::Prediction::*mark) {
  const auto row = std::ranges::find_if(report.rows, mark);
  if (row == report.rows.end() || !row->estimate) return {};
  const auto busbw = sim::busbw(*row, report.ranks);
  if (!busbw) return {};
  return ScaledChoice{row->way, *row->estimate, *busbw};
}

core::Bandwidth bound_of(const PredictReport& report) {
  if (report.rows.empty()) return {};
  const sim::Prediction& row = report.rows.front();
  if (row.bound.in_us() <= 0) return {};
  return row.bytes / row.bound * core::bus_factor(row.collective, report.ranks);
}

ScalingPoint point_of(const PredictReport& report, int nodes) {
  return {nodes, report.ranks, choice_of(report, &sim::Prediction::is_nccl_default),
          choice_of(report, &sim::Prediction::is_best), bound_of(report)};
}

std::set<int> counts(const ScalingRequest& request, int nodes_of_job, int ranks_of_node) {
  std::set<int> result{nodes_of_job};
  const int most = std::min(request.most_nodes, core::kMaxRanks / std::max(ranks_of_node, 1));
  for (int nodes = 1; nodes <= most; nodes *= 2) result.insert(nodes);
  return result;
}

}  // namespace

core::Result<ScalingReport> answer(const ScalingRequest& request) {
  const auto asked = on_nodes(request, request.job.nodes);
  if (!asked) return core::fail(asked.error());
  ScalingReport report;
  report.nodes = asked->job.job.nodes;
  const auto asked_counts = counts(request, report.nodes, asked->ranks / report.nodes);
  std::uint64_t done = 0;
  for (const int nodes : asked_counts) {
    request.work.say({"timing on more nodes", "numbers of nodes", done++, asked_counts.size()});
    const auto one = nodes == report.nodes ? asked : on_nodes(request, nodes);
    if (const auto wanted = work::check_wanted(request.work); !wanted) {
      return core::fail(wanted.error());
    }
    if (!one) {  // such as a fabric that has no more ports
      if (nodes < report.nodes) continue;
      report.end = one.error().message();
      break;
    }
    if (one->ranks > 1) report.points.push_back(point_of(*one, nodes));
  }
  return report;
}

}  // namespace treering::app::advice
