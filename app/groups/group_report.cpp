#include "app/groups/group_report.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace treering::app::groups {
namespace {

/// Of each member its way.
std::vector<const PlacedWay*> ways_of(const std::vector<GroupCalls>& calls) {
  std::vector<const PlacedWay*> ways;
  for (const GroupCalls& one : calls) {
    for (const auto& way : one.ways) ways.push_back(way.get());
  }
  return ways;
}

/// Messages begin as long after their calls as they do while no other call runs: the messages hide
/// a part of the submission. Where all calls go the same way they are equally late, and none waits.
void delay_messages(const Stage& stage, Scene& scene) {
  const auto ways = ways_of(scene.calls);
  const bool are_equal =
      std::ranges::adjacent_find(ways, std::ranges::not_equal_to()) == ways.end();
  std::map<const PlacedWay*, double> before;  // us
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ways.size(); ++i) {
    sim::groups::Member& member = scene.members[i];
    const auto [known, is_new] = before.try_emplace(ways[i], 0);
    if (is_new && !are_equal) {
      const double messages = alone_messages_us(stage, member, scene.faults);
      known->second = ways[i]->call_us(messages) - messages;
    }
    member.start_us += known->second;
    first = std::min(first, member.start_us);
  }
  for (sim::groups::Member& member : scene.members) member.start_us -= first;
}

/// \param slowest of the groups
GroupReport described(const Stage& stage, const GroupCalls& calls, std::size_t slowest) {
  const PlacedWay& placed = *calls.ways[slowest];
  GroupReport report;
  report.name = stage.dimensions[static_cast<std::size_t>(calls.dimension)].name;
  report.communicators = static_cast<int>(calls.groups.size());
  report.ranks = calls.groups.front().group.size;
  report.call = placed.carried.call;
  report.asked_bytes = calls.asked_bytes;
  report.way = placed.carried.way;
  report.is_nccl_choice = placed.carried.is_nccl_choice;
  report.is_in_nccl = placed.carried.is_in_nccl;
  report.is_barrier = placed.carried.is_barrier;
  if (report.is_barrier) report.call.bytes = report.asked_bytes = 0;
  std::set<sim::Way> others;
  for (const auto& one : calls.ways) others.insert(one->carried.way.names());
  others.erase(report.way.names());
  report.other_ways.assign(others.begin(), others.end());
  report.start = core::Duration::from_us(calls.start_us);
  report.factors =
      factors_of(*placed.carried.run, placed.communicator->time_model.cost->parameters().values);
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
  scene.faults = std::move(faults);
  delay_messages(stage, scene);
  scene.run = sim::groups::joint_run(stage.joint_input(), scene.members);
  apply(scene.faults, stage.joint_input().links, *scene.run.schedule, scene.run.wiring);
  return scene;
}

double first_message_us(const std::vector<GroupReport>& calls,
                        const sim::engine::Outcome& outcome) {
  core::Duration end;
  for (const GroupReport& one : calls) end = std::max(end, one.start + one.time);
  return end.in_us() - outcome.time_us;
}

std::vector<GroupReport> reports_on(const Stage& stage, const Scene& scene, const Played& played) {
  const auto times = times_by_kind(scene.calls, scene.run, played.outcome);
  std::vector<GroupReport> reports;
  std::size_t first = 0;  // member of the kind
  for (std::size_t kind = 0; kind < scene.calls.size(); ++kind) {
    const GroupCalls& calls = scene.calls[kind];
    const std::size_t slowest = times[kind].slowest;
    const double alone = calls.ways[slowest - first]->call_us(
        alone_messages_us(stage, scene.members[slowest], scene.faults));
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
