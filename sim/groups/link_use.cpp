#include <string_view>

#include "sim/groups/joint_run.h"
#include "sim/groups/joint_wiring.h"

namespace treering::sim::groups {
namespace {

using machine::LinkKind;
using machine::NodeLink;

/// Whether a message enters a node by another port than that by which it left its own. Routes name
/// links in the order of the way.
bool changes_rail(const engine::Wire& wire, const machine::JobLinks& links) {
  std::string_view left;
  std::string_view entered;
  for (const engine::Crossing& one : wire.route) {
    if (one.link >= links.first(links.nodes())) continue;
    const NodeLink& link = links[one.link];
    if (link.kind != LinkKind::Port) continue;
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
