#include "app/simulate_groups.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/groups/stage.h"
#include "app/groups/words.h"
#include "app/setup/calls.h"
#include "app/setup/plan.h"
#include "app/simulation/cuts.h"
#include "app/simulation/faults.h"
#include "app/simulation/recording.h"
#include "core/text/field.h"

namespace treering::app {
namespace {

using groups::AskedCall;
using groups::GroupCalls;
using sim::groups::Dimension;
using sim::groups::JointRun;
using sim::groups::Member;

/// The texts of a request, by dimension.
struct Texts {
  std::vector<std::string> collectives;  // empty: the group does nothing
  std::vector<std::string> bytes;
  std::vector<std::string> starts;
};

core::Result<Texts> texts_of(const SimulateGroupsRequest& request,
                             const std::vector<Dimension>& dimensions) {
  auto collectives = groups::values_of(request.collective, "collective", dimensions);
  if (!collectives) return core::fail(collectives.error());
  auto bytes = groups::values_of(request.bytes, "size", dimensions);
  if (!bytes) return core::fail(bytes.error());
  auto starts = groups::values_of(request.start, "start", dimensions);
  if (!starts) return core::fail(starts.error());
  return Texts{*std::move(collectives), *std::move(bytes), *std::move(starts)};
}

core::Result<AskedCall> asked_call(const SimulateGroupsRequest& request, const Texts& texts,
                                   int dimension) {
  const auto at = static_cast<std::size_t>(dimension);
  AskedCall asked;
  asked.dimension = dimension;
  const auto collective = setup::parse_collective(texts.collectives[at]);
  if (!collective) return core::fail(collective.error());
  const std::string bytes = texts.bytes[at].empty() ? "1M" : texts.bytes[at];
  const auto size = setup::parse_call_size(bytes, "size");
  if (!size) return core::fail(size.error());
  const auto start = groups::us_of(texts.starts[at].empty() ? "0us" : texts.starts[at], "start");
  if (!start) return core::fail(start.error());
  asked.call = {*collective, *size, request.type, request.op};
  asked.start_us = *start;
  return asked;
}

/// Groups of one rank have nothing to do, unless they are named.
core::Result<std::vector<AskedCall>> asked_calls(const SimulateGroupsRequest& request,
                                                 const std::vector<Dimension>& dimensions) {
  const auto texts = texts_of(request, dimensions);
  if (!texts) return core::fail(texts.error());
  const bool are_named = request.collective.find('=') != std::string::npos;
  std::vector<AskedCall> all;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (texts->collectives[i].empty()) continue;
    if (dimensions[i].size == 1 && !are_named) continue;
    if (dimensions[i].size == 1) {
      return core::usage_error(core::field("collective"),
                               fmt::format("the {} groups have one rank each", dimensions[i].name),
                               "expected groups of two ranks or more");
    }
    auto asked = asked_call(request, *texts, static_cast<int>(i));
    if (!asked) return core::fail(asked.error());
    all.push_back(*std::move(asked));
  }
  if (!all.empty()) return all;
  return core::usage_error(core::field("groups"), "all groups have one rank",
                           "expected groups of two ranks or more");
}

core::Result<std::vector<GroupCalls>> all_calls(const SimulateGroupsRequest& request,
                                                const groups::Stage& stage,
                                                const std::vector<AskedCall>& asked) {
  groups::Communicators communicators(stage.job, stage.options);
  std::vector<GroupCalls> calls;
  for (const AskedCall& one : asked) {
    auto made = group_calls(stage, communicators, one, request.way);
    if (!made) return core::fail(made.error());
    calls.push_back(*std::move(made));
  }
  return calls;
}

GroupReport report_on(const groups::Stage& stage, const GroupCalls& calls, std::uint64_t bytes) {
  const groups::PlacedWay& first = *calls.ways.front();
  GroupReport report;
  report.name = stage.dimensions[static_cast<std::size_t>(calls.dimension)].name;
  report.communicators = static_cast<int>(calls.groups.size());
  report.ranks = calls.groups.front().group.size;
  report.call = first.call;
  report.asked_bytes = bytes;
  report.algorithm = first.way.algorithm;
  report.protocol = first.way.protocol;
  report.channels = first.way.decision.channels;
  report.is_nccl_choice = first.way.is_nccl_choice;
  report.is_in_nccl = first.way.is_in_nccl;
  report.start = core::Duration::from_us(calls.start_us);
  return report;
}

/// "8 of dp, 1 of tp"; of links that one communicator uses, its name alone.
std::string users_text(const std::vector<int>& users, const std::vector<Member>& members,
                       const std::vector<GroupReport>& calls) {
  std::map<int, int> by_kind;
  for (const int user : users) ++by_kind[members[static_cast<std::size_t>(user)].kind];
  std::vector<std::string> parts;
  for (const auto& [kind, count] : by_kind) {
    const std::string& name = calls[static_cast<std::size_t>(kind)].name;
    parts.push_back(count == 1 ? name : fmt::format("{} of {}", count, name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Where the calls of a request run, before anything has.
struct Scene {
  std::unique_ptr<const groups::Stage> stage;
  std::vector<AskedCall> asked;
  std::vector<GroupCalls> calls;
  std::vector<Member> members;
  JointRun run;
};

core::Result<Scene> scene_of(const SimulateGroupsRequest& request) {
  Scene scene;
  if (const auto even = simulation::expect_no_cut(request.faults); !even) {
    return core::fail(even.error());
  }
  auto stage = groups::stage_of(request.job, request.time_model, request.groups);
  if (!stage) return core::fail(stage.error());
  scene.stage = *std::move(stage);
  auto asked = asked_calls(request, scene.stage->dimensions);
  if (!asked) return core::fail(asked.error());
  scene.asked = *std::move(asked);
  auto calls = all_calls(request, *scene.stage, scene.asked);
  if (!calls) return core::fail(calls.error());
  scene.calls = *std::move(calls);
  scene.members = members_of(scene.calls);
  scene.run = sim::groups::joint_run(scene.stage->joint_input(), scene.members);
  const auto faults = simulation::faults_of(request.faults, scene.stage->place());
  if (!faults) return core::fail(faults.error());
  apply(*faults, scene.stage->joint_input().links, *scene.run.schedule, scene.run.wiring);
  return scene;
}

void add_calls(const Scene& scene, const sim::engine::Outcome& outcome,
               const sim::groups::LinkUse& use, SimulateGroupsReport& report) {
  const auto times = times_by_kind(scene.calls, scene.run, outcome);
  const auto ports = port_use(*scene.stage, scene.calls.size(), scene.members, use);
  std::size_t first = 0;  // member of the kind
  for (std::size_t kind = 0; kind < scene.calls.size(); ++kind) {
    GroupReport one = report_on(*scene.stage, scene.calls[kind], scene.asked[kind].call.bytes);
    const std::size_t slowest = times[kind].slowest;
    one.time = core::Duration::from_us(times[kind].slowest_us);
    one.fastest = core::Duration::from_us(times[kind].fastest_us);
    one.alone = core::Duration::from_us(
        alone_us(*scene.stage, *scene.calls[kind].ways[slowest - first], scene.members[slowest]));
    one.ports = ports[kind];
    report.time = std::max(report.time, one.start + one.time);
    report.calls.push_back(std::move(one));
    first += scene.calls[kind].groups.size();
  }
}

void add_outcome(const Scene& scene, const sim::engine::Outcome& outcome,
                 SimulateGroupsReport& report) {
  const auto use = use_of(scene.run);
  add_calls(scene, outcome, use, report);
  const auto users = [&](sim::engine::LinkId link) {
    return users_text(use.members[static_cast<std::size_t>(link)], scene.members, report.calls);
  };
  const auto name = [&](sim::engine::LinkId link) { return link_name(scene.run, link); };
  report.links = simulation::busy_links(scene.run.wiring.capacities, {name, users}, outcome);
}

}  // namespace

core::Result<SimulateGroupsReport> answer(const SimulateGroupsRequest& request) {
  auto scene = scene_of(request);
  if (!scene) return core::fail(scene.error());
  SimulateGroupsReport report;
  report.job = scene->stage->job;
  report.job.notes = setup::notes_on(scene->stage->job, scene->stage->plan);
  report.shape = scene->stage->plan.shape;
  report.time_model =
      setup::name_of(scene->stage->options, scene->stage->model, scene->stage->plan);
  report.groups = request.groups;
  report.faults = request.faults;
  const bool shortens = !request.is_exact;
  auto run = simulation::run(
      {scene->run.schedule, scene->run.wiring,
       [&](sim::engine::LinkId link) { return link_name(scene->run, link); }},
      {shortens, shortens},
      request.is_recorded ? simulation::Keeps::Timeline : simulation::Keeps::PathOnly);
  add_outcome(*scene, run.outcome, report);
  add_figures(std::move(run), report);
  return report;
}

core::Bandwidth algbw(const GroupReport& group) {
  return core::Bytes::of(group.call.bytes) / group.time;
}

core::Bandwidth busbw(const GroupReport& group) {
  return algbw(group) * core::bus_factor(group.call.collective, group.ranks);
}

}  // namespace treering::app
