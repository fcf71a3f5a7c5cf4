#include "sim/machine/faults.h"

#include <algorithm>
#include <map>

namespace treering::sim::machine {

LinkList links_of(const SlowLinks& slow, const NodeLinks& node) {
  LinkList found;
  for (std::size_t i = 0; i < node.links().size(); ++i) {
    const NodeLink& link = node.links()[i];
    const bool is_at = link.from == slow.device || link.to == slow.device;
    const bool is_to = slow.other.empty() || link.from == slow.other || link.to == slow.other;
    if (is_at && is_to) found.push_back(static_cast<int>(i));
  }
  return found;
}

void apply(const Faults& faults, const JobLinks& links, const schedule::Schedule& schedule,
           engine::Wiring& wiring) {
  for (const SlowLinks& slow : faults.slow) {
    for (const int link : links_of(slow, links.node(slow.node))) {
      wiring.capacities[static_cast<std::size_t>(links.first(slow.node) + link)] *= slow.share;
    }
  }
  if (faults.late.empty()) return;
  std::map<int, double> late;
  for (const LateRank& one : faults.late) late[one.rank] += one.us;
  wiring.start_us = [late = std::move(late), on_time = wiring.start_us,
                     &schedule](schedule::StreamId id) {
    const auto found = late.find(schedule.stream(id).agent);
    return (on_time ? on_time(id) : 0) + (found == late.end() ? 0 : found->second);
  };
}

void apply(const Faults& faults, CallRun& run) {
  if (!faults.empty()) run.is_even = false;
  apply(faults, run.input.links, *run.schedule, run.wiring);
}

}  // namespace treering::sim::machine
