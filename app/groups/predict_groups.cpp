#include "app/groups/predict_groups.h"

#include <map>
#include <utility>

#include "app/groups/stage.h"
#include "app/groups/words.h"
#include "app/setup/plan.h"
#include "app/simulation/recording.h"
#include "app/variants.h"
#include "sim/engine/simulate.h"
#include "sim/test_size.h"
#include "sim/way.h"

namespace treering::app {
namespace {

/// The collectives of each dimension; none for groups of one rank and those without a name.
core::Result<std::vector<std::vector<core::Collective>>> collectives_of(
    const std::string& text, const std::vector<sim::groups::Dimension>& dimensions) {
  const auto values = groups::values_of(text, "collective", dimensions);
  if (!values) return core::fail(values.error());
  std::vector<std::vector<core::Collective>> all(dimensions.size());
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i].size == 1 || (*values)[i].empty()) continue;
    auto names = setup::parse_collectives((*values)[i]);
    if (!names) return core::fail(names.error());
    all[i] = *std::move(names);
  }
  return all;
}

/// The ports that a group's calls use. They follow from the ways, not from the sizes.
class KnownPorts {
 public:
  const std::vector<groups::PortUse>& of(const groups::Stage& stage, const groups::Scene& scene) {
    const groups::GroupCalls& calls = scene.calls.front();
    Key key{calls.dimension, calls.ways.front()->carried.call.collective, {}};
    for (const auto& one : calls.ways) {
      const sim::Way& way = one->carried.way;
      key.ways.push_back({way.algorithm, way.protocol, one->channels});
    }
    const auto [known, is_new] = known_.try_emplace(std::move(key));
    if (is_new) known->second = port_use(stage, 1, scene.members, use_of(scene.run));
    return known->second;
  }

 private:
  struct Key {
    int dimension = 0;
    core::Collective collective = core::Collective::AllReduce;
    std::vector<sim::Way> ways;  // by communicator
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, std::vector<groups::PortUse>> known_;
};

/// What rows share.
struct Rows {
  const groups::Stage& stage;
  const sim::Way& wish;
  groups::Communicators communicators;
  KnownPorts ports = {};
  std::vector<setup::OpenFact> doubts = {};
};

core::Result<groups::GroupReport> row_of(Rows& rows, const groups::AskedCall& asked) {
  auto calls = group_calls(rows.stage, rows.communicators, asked, rows.wish);
  if (!calls) return core::fail(calls.error());
  add_doubts(groups::deciding_facts_of(*calls), rows.doubts);
  std::vector<groups::GroupCalls> one;
  one.push_back(*std::move(calls));
  const groups::Scene scene = scene_of(rows.stage, std::move(one), {});
  const auto outcome = simulate(*scene.run.schedule, scene.run.wiring, sim::engine::Shortcuts{});
  if (auto ended = simulation::check_ended(outcome, *scene.run.schedule); !ended) {
    return core::fail(ended.error());
  }
  return reports_on(rows.stage, scene, {outcome, rows.ports.of(rows.stage, scene)}).front();
}

}  // namespace

core::Result<PredictGroupsReport> answer(const PredictGroupsRequest& request) {
  const auto stage = groups::stage_of({request.job, request.time_model, request.groups, {}});
  if (!stage) return core::fail(stage.error());
  const auto calls = setup::calls_of({.sizes = request.sizes});
  if (!calls) return core::fail(calls.error());
  const auto collectives = collectives_of(request.collective, (*stage)->dimensions);
  if (!collectives) return core::fail(collectives.error());
  const Job& job = *(*stage)->job;
  Rows rows{**stage, request.way, groups::Communicators(job)};
  PredictGroupsReport report;
  report.job = job.machine;
  std::vector<core::Collective> all;
  for (const auto& of_group : *collectives) all.insert(all.end(), of_group.begin(), of_group.end());
  report.job.notes = setup::call_notes(job.machine, all);
  report.shape = job.plan.shape;
  report.time_model = job.time_model_name();
  report.groups = request.groups;
  for (std::size_t i = 0; i < collectives->size(); ++i) {
    for (const core::Collective collective : (*collectives)[i]) {
      for (const std::uint64_t bytes : calls->sizes) {
        const int size = (*stage)->dimensions[i].size;
        if (sim::test_size(collective, bytes, request.type, size).bytes == 0) continue;
        const groups::AskedCall asked{
            static_cast<int>(i), {collective, bytes, request.type, request.op}, 0};
        auto row = row_of(rows, asked);
        if (!row) return core::fail(row.error());
        report.rows.push_back(*std::move(row));
      }
    }
  }
  report.job.doubts = std::move(rows.doubts);
  return report;
}

}  // namespace treering::app
