#include "app/groups/outcome.h"

#include <algorithm>

#include "sim/engine/simulate.h"

namespace treering::app::groups {

using sim::groups::Member;

std::vector<KindTimes> times_by_kind(const std::vector<GroupCalls>& calls,
                                     const sim::groups::JointRun& run,
                                     const sim::engine::Outcome& outcome) {
  const std::vector<double> messages = sim::groups::times_of(run, outcome);
  std::vector<KindTimes> kinds;
  std::size_t member = 0;
  for (const GroupCalls& one : calls) {
    KindTimes kind;
    for (std::size_t i = 0; i < one.groups.size(); ++i, ++member) {
      const double us = one.ways[i]->call_us(messages[member]);
      kind.fastest_us = i == 0 ? us : std::min(kind.fastest_us, us);
      if (us <= kind.slowest_us) continue;
      kind.slowest_us = us;
      kind.slowest = member;
    }
    kinds.push_back(kind);
  }
  return kinds;
}

double alone_messages_us(const Stage& stage, Member member, const sim::machine::Faults& faults) {
  member.start_us = 0;
  auto run = sim::groups::joint_run(stage.joint_input(), {std::move(member)});
  apply(faults, stage.joint_input().links, *run.schedule, run.wiring);
  return simulate(*run.schedule, run.wiring, sim::engine::Shortcuts{}).time_us;
}

std::vector<PortUse> port_use(const Stage& stage, std::size_t kinds,
                              const std::vector<Member>& members, const sim::groups::LinkUse& use) {
  std::vector<PortUse> all(kinds);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (use.crosses_rails[i])
      all[static_cast<std::size_t>(members[i].kind)].is_rail_aligned = false;
  }
  const auto links = stage.joint_input().links;
  for (sim::engine::LinkId link = 0; link < links.first(links.nodes()); ++link) {
    if (links[link].kind != sim::links::NodeLinkKind::Port) continue;
    std::vector<int> here(kinds);
    int users = 0;
    for (const int member : use.members[static_cast<std::size_t>(link)]) {
      ++here[static_cast<std::size_t>(members[static_cast<std::size_t>(member)].kind)];
      ++users;
    }
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      if (here[kind] <= all[kind].per_port) continue;
      all[kind].per_port = here[kind];
      all[kind].others_per_port = users - here[kind];
    }
  }
  return all;
}

}  // namespace treering::app::groups
