#include "app/groups/simulate_groups.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/groups/stage.h"
#include "app/groups/words.h"
#include "app/setup/calls.h"
#include "app/setup/plan.h"
#include "app/simulation/carried.h"
#include "app/simulation/faults.h"
#include "app/simulation/recording.h"
#include "app/variants.h"
#include "app/work/memory.h"
#include "core/text/field.h"
#include "hw/io/files.h"

namespace treering::app {
namespace {

using groups::AskedCall;
using groups::GroupCalls;
using groups::GroupReport;
using sim::groups::Dimension;
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
  const auto aim = simulation::aim_of(texts.collectives[at]);
  if (!aim) return core::fail(aim.error());
  const bool has_own_size =
      request.bytes.find('=') != std::string::npos && !texts.bytes[at].empty();
  if (aim->is_barrier && has_own_size) return simulation::has_no_size();
  const std::string bytes = texts.bytes[at].empty() ? "1M" : texts.bytes[at];
  const auto size = setup::parse_call_size(bytes, "size");
  if (!size) return core::fail(size.error());
  const auto start =
      simulation::us_of(texts.starts[at].empty() ? "0us" : texts.starts[at], "start");
  if (!start) return core::fail(start.error());
  asked.call = {aim->collective, *size, request.type, request.op};
  asked.is_barrier = aim->is_barrier;
  if (aim->is_barrier) asked.call = simulation::stand_in(asked.call);
  asked.start_us = *start;
  return asked;
}

/// Whether a group has a size or a start of its own and does not run.
core::Result<void> check_run(const SimulateGroupsRequest& request, const Texts& texts,
                             const std::vector<Dimension>& dimensions) {
  std::vector<bool> runs;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    runs.push_back(dimensions[i].size > 1 && !texts.collectives[i].empty());
  }
  const auto are_named = [](const std::string& text) {
    return text.find('=') != std::string::npos;
  };
  if (are_named(request.bytes)) {
    auto checked = groups::check_run(texts.bytes, "size", runs, dimensions);
    if (!checked) return checked;
  }
  if (!are_named(request.start)) return {};
  return groups::check_run(texts.starts, "start", runs, dimensions);
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
  if (all.empty()) {
    return core::usage_error(core::field("groups"), "all groups have one rank",
                             "expected groups of two ranks or more");
  }
  if (const auto checked = check_run(request, *texts, dimensions); !checked) {
    return core::fail(checked.error());
  }
  return all;
}

core::Result<std::vector<GroupCalls>> all_calls(const SimulateGroupsRequest& request,
                                                const groups::Stage& stage,
                                                const std::vector<AskedCall>& asked) {
  groups::Communicators communicators(*stage.job);
  std::vector<GroupCalls> calls;
  for (const AskedCall& one : asked) {
    auto made = group_calls(stage, communicators, one, request.way);
    if (!made) return core::fail(made.error());
    calls.push_back(*std::move(made));
  }
  return calls;
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

void add_links(const groups::Scene& scene, const sim::groups::LinkUse& use,
               const sim::engine::Outcome& outcome, SimulateGroupsReport& report) {
  const auto users = [&](sim::engine::LinkId link) {
    return users_text(use.members[static_cast<std::size_t>(link)], scene.members, report.calls);
  };
  const auto name = [&](sim::engine::LinkId link) { return link_name(scene.run, link); };
  report.links = simulation::busy_links(scene.run.wiring.capacities, {name, users}, outcome);
}

core::Result<groups::Scene> scene_of(const SimulateGroupsRequest& request,
                                     const groups::Stage& stage) {
  const auto asked = asked_calls(request, stage.dimensions);
  if (!asked) return core::fail(asked.error());
  auto calls = all_calls(request, stage, *asked);
  if (!calls) return core::fail(calls.error());
  auto faults = simulation::faults_of(request.faults, *stage.job);
  if (!faults) return core::fail(faults.error());
  return scene_of(stage, *std::move(calls), *std::move(faults));
}

SimulateGroupsReport report_on(const SimulateGroupsRequest& request, const groups::Stage& stage) {
  SimulateGroupsReport report;
  report.job = stage.job->machine;
  report.shape = stage.job->plan.shape;
  report.time_model = stage.job->time_model_name();
  report.groups = request.groups;
  report.faults = texts_of(request.faults);
  return report;
}

std::vector<std::string> notes_on(const groups::Stage& stage,
                                  const std::vector<GroupReport>& calls) {
  std::vector<core::Collective> asked;
  for (const GroupReport& one : calls) asked.push_back(one.call.collective);
  return setup::call_notes(stage.job->machine, asked);
}

/// From the first start to the last end.
core::Duration time_of(const std::vector<GroupReport>& calls) {
  core::Duration first = calls.front().start;
  core::Duration last;
  for (const GroupReport& one : calls) {
    first = std::min(first, one.start);
    last = std::max(last, one.start + one.time);
  }
  return last - first;
}

/// On fewer nodes groups are others: none is tried.
core::Result<void> check_fits(const SimulateGroupsRequest& request,
                              const sim::groups::JointRun& run) {
  simulation::LargeRun large;
  large.size = [&](int nodes) {
    return nodes == large.nodes ? work::size_of(*run.schedule, run.wiring) : work::RunSize{};
  };
  large.seconds = [](int) { return 0.0; };
  return check_large(large, work::free_memory(hw::io::RealFiles()), request.announce);
}

core::Result<SimulateGroupsReport> simulated_groups(const SimulateGroupsRequest& request) {
  const auto stage =
      groups::stage_of({request.job, request.time_model, request.groups, request.faults.words});
  if (!stage) return core::fail(stage.error());
  const auto scene = scene_of(request, **stage);
  if (!scene) return core::fail(scene.error());
  if (const auto fits = check_fits(request, scene->run); !fits) {
    return core::fail(fits.error());
  }
  SimulateGroupsReport report = report_on(request, **stage);
  auto run = simulation::run({scene->run.schedule, scene->run.wiring,
                              [&](sim::engine::LinkId link) { return link_name(scene->run, link); },
                              channels_of(**stage, scene->calls)},
                             simulation::options_of(request));
  if (!run) return core::fail(run.error());
  const auto use = use_of(scene->run);
  const auto ports = port_use(**stage, scene->calls.size(), scene->members, use);
  for (const GroupCalls& one : scene->calls) {
    add_doubts(groups::deciding_facts_of(one), report.job.doubts);
  }
  report.calls = reports_on(**stage, *scene, {run->outcome, ports});
  report.job.notes = notes_on(**stage, report.calls);
  if (std::ranges::any_of(scene->calls, &GroupCalls::stands_in)) {
    report.job.notes.push_back(simulation::stand_in_note());
  }
  simulation::add_fault_notes(
      request.faults.words,
      {(*stage)->job->machine.cluster, (*stage)->joint_input().links, scene->faults, run->outcome},
      report.job.notes);
  report.time = time_of(report.calls);
  add_links(*scene, use, run->outcome, report);
  const double first_us = first_message_us(report.calls, run->outcome);
  add_figures(*std::move(run), report, report.job.notes);
  if (report.recorded) report.recorded->first_message_us = first_us;
  return report;
}

}  // namespace

core::Result<SimulateGroupsReport> answer(const SimulateGroupsRequest& request) {
  auto report = simulated_groups(request);
  if (!report || !request.compares_faults || request.faults.words.empty()) return report;
  SimulateGroupsRequest usual = request;
  usual.faults.words.clear();
  usual.is_recorded = false;
  usual.announce = {};
  const auto without = simulated_groups(usual);
  if (!without) return core::fail(without.error());
  report->without_faults = without->time;
  return report;
}

}  // namespace treering::app
