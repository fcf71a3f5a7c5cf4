#include "app/advice/what_if.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim/algorithms/registry.h"
#include "sim/nccl/rules/call.h"
#include "tuner/advice/recommend.h"

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

namespace {

/// NCCL's own choices; a size without one is there too.
std::map<core::Bytes, std::optional<sim::Prediction>> choices_of(const PredictReport& report,
                                                                 core::Collective collective) {
  std::map<core::Bytes, std::optional<sim::Prediction>> choices;
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || row.count == 0 || row.channel_limit) continue;
    auto& choice = choices[row.asked];
    if (row.is_nccl_default) choice = row;
  }
  return choices;
}

}  // namespace

bool VersionedChoice::is_same() const {
  if (!one || !other) return !one && !other;
  return one->way == other->way;
}

std::optional<double> VersionedChoice::factor() const {
  const auto first = one ? one->time() : std::nullopt;
  const auto second = other ? other->time() : std::nullopt;
  if (!first || !second || first->in_us() <= 0) return {};
  return *second / *first;
}

std::vector<VersionedChoice> compared_choices(const PredictReport& one, const PredictReport& other,
                                              core::Collective collective) {
  const auto others = choices_of(other, collective);
  std::vector<VersionedChoice> rows;
  for (const auto& [asked, choice] : choices_of(one, collective)) {
    const auto found = others.find(asked);
    if (found != others.end()) rows.push_back({asked, choice, found->second});
  }
  return rows;
}

namespace {

SimulateRequest simulation_of(const WithFaultsRequest& request, sim::Way way) {
  SimulateRequest asked = request.call;
  asked.way = std::move(way);
  asked.is_recorded = false;
  asked.work = {request.work.stop, {}};  // what is reported are algorithms
  return asked;
}

FaultyChoice choice_of(const SimulateReport& report) {
  return {report.way, report.time};
}

core::Result<SimulateReport> without_faults(const WithFaultsRequest& request, sim::Way way) {
  SimulateRequest asked = simulation_of(request, std::move(way));
  asked.faults.words.clear();
  return app::answer(asked);
}

/// All but NCCL's own choice.
std::vector<std::string> others(const SimulateReport& own) {
  std::vector<std::string> names;
  if (!own.is_nccl_choice || !sim::nccl::rules::is_tuned(own.call.collective)) return names;
  for (const auto* const entry : sim::algorithms::known_to_nccl()) {
    if (entry->name != own.way.algorithm) names.emplace_back(entry->name);
  }
  return names;
}

}  // namespace

core::Result<WithFaultsReport> answer(const WithFaultsRequest& request) {
  const auto own = app::answer(simulation_of(request, {}));
  if (!own) return core::fail(own.error());
  WithFaultsReport report{own->call, {choice_of(*own)}, false};
  const std::vector<std::string> names = others(*own);
  const std::uint64_t all = 2 * names.size() + 2;
  std::uint64_t done = 1;
  const auto count = [&] { request.work.say({"simulating", "runs", done++, all}); };
  count();
  for (const std::string& name : names) {
    // An algorithm that NCCL does not offer here is no candidate.
    const auto other = app::answer(simulation_of(request, {.algorithm = name}));
    if (other) report.choices.push_back(choice_of(*other));
    count();
  }
  for (FaultyChoice& one : report.choices) {
    const auto healthy = without_faults(request, {one.way.algorithm, one.way.protocol});
    if (healthy) {
      one.without = healthy->time;
      one.channels_without = healthy->way.channels;
    }
    if (&one == report.choices.data()) report.is_changed = !healthy || !healthy->is_nccl_choice;
    count();
  }
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  std::stable_sort(report.choices.begin() + 1, report.choices.end(),
                   [](const FaultyChoice& a, const FaultyChoice& b) { return a.with < b.with; });
  return report;
}

const FaultyChoice* worth_setting(const WithFaultsReport& report) {
  if (report.choices.size() < 2) return nullptr;
  const FaultyChoice& other = report.choices[1];
  const double gain = report.choices.front().with / other.with;
  return gain >= tuner::advice::kLeastGain ? &other : nullptr;
}

bool is_due_to_faults(const WithFaultsReport& report) {
  const FaultyChoice& own = report.choices.front();
  const FaultyChoice& other = report.choices[1];
  if (report.is_changed || !own.without || !other.without) return true;
  return *own.without / *other.without < tuner::advice::kLeastGain;
}

}  // namespace treering::app::advice
