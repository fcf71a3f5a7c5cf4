#include "sim/groups/joint_run.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "sim/groups/joint_wiring.h"

namespace treering::sim::groups {

namespace {

using engine::LinkId;
using schedule::StreamId;

std::shared_ptr<const SideBySide> side_by_side(const std::vector<Member>& members, int ranks) {
  std::vector<Part> parts;
  for (const Member& one : members) {
    parts.push_back(
        {{one.run, one.run->schedule.get()}, one.first_rank, one.stride, one.first_channel});
  }
  return std::make_shared<const SideBySide>(std::move(parts), ranks);
}

}  // namespace

JointRun joint_run(const JointInput& input, std::vector<Member> members) {
  JointRun run;
  run.schedule = side_by_side(members, input.ranks);
  run.links = std::make_shared<const JointWiring>(input, *run.schedule, std::move(members));
  const machine::CallRun& first = *run.links->members().front().run;
  run.wiring.capacities = run.links->capacities();
  run.wiring.wire = [links = run.links](StreamId sender, int port) {
    return links->wire(sender, port);
  };
  run.wiring.start_us = [links = run.links](StreamId stream) { return links->start_us(stream); };
  run.wiring.local_rates = [links = run.links, all = run.schedule](StreamId stream) {
    const engine::Wiring& own = links->members()[links->member_of(stream)].run->wiring;
    return own.local_rates ? own.local_rates(all->own(stream)) : own.local_rate;
  };
  run.wiring.step_us = first.wiring.step_us;
  return run;
}

std::string link_name(const JointRun& run, LinkId link) {
  return run.links->name(link);
}

std::vector<double> times_of(const JointRun& run, const engine::Outcome& outcome) {
  std::vector<double> times;
  const auto& members = run.links->members();
  for (std::size_t i = 0; i < members.size(); ++i) {
    double end = members[i].start_us;
    for (StreamId id = run.schedule->first(i); id < run.schedule->end(i); ++id) {
      end = std::max(end, outcome.ends_us[static_cast<std::size_t>(id)]);
    }
    times.push_back(end - members[i].start_us);
  }
  return times;
}

namespace {

using links::NodeLink;
using links::NodeLinkKind;

/// Whether a message enters a node by another port than that by which it left its own. Routes name
/// links in the order of the way.
bool changes_rail(const engine::Wire& wire, const machine::JobLinks& links) {
  std::string_view left;
  std::string_view entered;
  for (const engine::Crossing& one : wire.route) {
    if (one.link >= links.first(links.nodes())) continue;
    const NodeLink& link = links[one.link];
    if (link.kind != NodeLinkKind::Port) continue;
    if (left.empty()) {
      left = link.to;
    } else {
      entered = link.from;
    }
  }
  return !entered.empty() && left != entered;
}

}  // namespace

LinkUse use_of(const JointRun& run) {
  LinkUse use;
  use.members.resize(run.wiring.capacities.size());
  use.crosses_rails.resize(run.links->members().size(), false);
  for (schedule::StreamId id = 0; id < run.schedule->streams(); ++id) {
    const std::size_t member = run.schedule->part_of(id);
    const schedule::Stream stream = run.schedule->stream(id);
    for (std::size_t port = 0; port < stream.sends.size(); ++port) {
      if (stream.sends[port] == schedule::kNoPeer) continue;
      const engine::Wire wire = run.wiring.wire(id, static_cast<int>(port));
      if (changes_rail(wire, run.links->links())) use.crosses_rails[member] = true;
      for (const engine::Crossing& one : wire.route) {
        std::vector<int>& users = use.members[static_cast<std::size_t>(one.link)];
        const auto user = static_cast<int>(member);
        if (users.empty() || users.back() != user) users.push_back(user);
      }
    }
  }
  return use;
}

}  // namespace treering::sim::groups
