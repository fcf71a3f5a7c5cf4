#include "sim/groups/joint_run.h"

#include <algorithm>
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

}  // namespace treering::sim::groups
