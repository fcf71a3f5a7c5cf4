#include "app/groups/predict_groups.h"

#include <utility>

#include "app/groups/stage.h"
#include "app/groups/words.h"
#include "app/setup/plan.h"
#include "sim/engine/simulate.h"
#include "sim/test_size.h"

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

core::Result<groups::GroupReport> row_of(const groups::Stage& stage,
                                         groups::Communicators& communicators,
                                         const groups::AskedCall& asked,
                                         const simulation::Wish& wish) {
  auto calls = group_calls(stage, communicators, asked, wish);
  if (!calls) return core::fail(calls.error());
  std::vector<groups::GroupCalls> one;
  one.push_back(*std::move(calls));
  const groups::Scene scene = scene_of(stage, std::move(one), {});
  const auto outcome = simulate(*scene.run.schedule, scene.run.wiring, sim::engine::Shortcuts{});
  return reports_on(stage, scene, outcome).front();
}

}  // namespace

core::Result<PredictGroupsReport> answer(const PredictGroupsRequest& request) {
  const auto stage = groups::stage_of({request.job, request.time_model, request.groups, {}});
  if (!stage) return core::fail(stage.error());
  const auto calls = setup::calls_of({.sizes = request.sizes});
  if (!calls) return core::fail(calls.error());
  const auto collectives = collectives_of(request.collective, (*stage)->dimensions);
  if (!collectives) return core::fail(collectives.error());
  groups::Communicators communicators((*stage)->job, (*stage)->options);
  PredictGroupsReport report;
  report.job = (*stage)->job;
  report.job.notes = setup::notes_on((*stage)->job, (*stage)->plan);
  report.shape = (*stage)->plan.shape;
  report.time_model = setup::name_of((*stage)->options, (*stage)->model, (*stage)->plan);
  report.groups = request.groups;
  for (std::size_t i = 0; i < collectives->size(); ++i) {
    for (const core::Collective collective : (*collectives)[i]) {
      for (const std::uint64_t bytes : calls->sizes) {
        const int size = (*stage)->dimensions[i].size;
        if (sim::test_size(collective, bytes, request.type, size).bytes == 0) continue;
        const groups::AskedCall asked{
            static_cast<int>(i), {collective, bytes, request.type, request.op}, 0};
        auto row = row_of(**stage, communicators, asked, request.way);
        if (!row) return core::fail(row.error());
        report.rows.push_back(*std::move(row));
      }
    }
  }
  return report;
}

}  // namespace treering::app
