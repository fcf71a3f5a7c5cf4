#include "app/groups/group_report.h"

#include <set>
#include <utility>

namespace treering::app::groups {
namespace {

WayName name_of(const simulation::Way& way) {
  return {way.algorithm, way.protocol};
}

/// \param slowest of the groups
GroupReport described(const Stage& stage, const GroupCalls& calls, std::size_t slowest) {
  const PlacedWay& placed = *calls.ways[slowest];
  GroupReport report;
  report.name = stage.dimensions[static_cast<std::size_t>(calls.dimension)].name;
  report.communicators = static_cast<int>(calls.groups.size());
  report.ranks = calls.groups.front().group.size;
  report.call = placed.call;
  report.asked_bytes = calls.asked_bytes;
  report.algorithm = placed.way.algorithm;
  report.protocol = placed.way.protocol;
  report.channels = placed.way.decision.channels;
  report.is_nccl_choice = placed.way.is_nccl_choice;
  report.is_in_nccl = placed.way.is_in_nccl;
  report.is_barrier = placed.way.is_barrier;
  if (report.is_barrier) report.call.bytes = report.asked_bytes = 0;
  std::set<WayName> others;
  for (const auto& one : calls.ways) others.insert(name_of(one->way));
  others.erase(name_of(placed.way));
  report.other_ways.assign(others.begin(), others.end());
  report.start = core::Duration::from_us(calls.start_us);
  report.factors =
      factors_of(*placed.way.run, placed.communicator->model.cost->parameters().values);
  return report;
}

}  // namespace

core::Bandwidth algbw(const GroupReport& group) {
  return core::Bytes::of(group.call.bytes) / group.time;
}

core::Bandwidth busbw(const GroupReport& group) {
  return algbw(group) * core::bus_factor(group.call.collective, group.ranks);
}

Scene scene_of(const Stage& stage, std::vector<GroupCalls> calls, sim::machine::Faults faults) {
  Scene scene;
  scene.calls = std::move(calls);
  scene.members = members_of(scene.calls);
  scene.run = sim::groups::joint_run(stage.joint_input(), scene.members);
  scene.faults = std::move(faults);
  apply(scene.faults, stage.joint_input().links, *scene.run.schedule, scene.run.wiring);
  return scene;
}

std::vector<GroupReport> reports_on(const Stage& stage, const Scene& scene, const Played& played) {
  const auto times = times_by_kind(scene.calls, scene.run, played.outcome);
  std::vector<GroupReport> reports;
  std::size_t first = 0;  // member of the kind
  for (std::size_t kind = 0; kind < scene.calls.size(); ++kind) {
    const GroupCalls& calls = scene.calls[kind];
    const std::size_t slowest = times[kind].slowest;
    const double alone =
        alone_us(stage, *calls.ways[slowest - first], scene.members[slowest], scene.faults);
    GroupReport one = described(stage, calls, slowest - first);
    one.time = core::Duration::from_us(times[kind].slowest_us);
    one.fastest = core::Duration::from_us(times[kind].fastest_us);
    one.alone = core::Duration::from_us(alone);
    one.ports = played.ports[kind];
    reports.push_back(std::move(one));
    first += calls.groups.size();
  }
  return reports;
}

}  // namespace treering::app::groups
