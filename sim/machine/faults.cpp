#include "sim/machine/faults.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/schedule/schedule.h"

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
  std::vector<double> late(static_cast<std::size_t>(schedule.agents()));
  for (const LateRank& one : faults.late) late[static_cast<std::size_t>(one.rank)] += one.us;
  std::vector<double> by_stream;
  for (const int agent : schedule::agents_by_stream(schedule)) {
    by_stream.push_back(late[static_cast<std::size_t>(agent)]);
  }
  wiring.start_us = [by_stream = std::move(by_stream),
                     on_time = wiring.start_us](schedule::StreamId id) {
    return (on_time ? on_time(id) : 0) + by_stream[static_cast<std::size_t>(id)];
  };
}

void apply(const Faults& faults, CallRun& run) {
  if (!faults.empty()) run.is_even = false;
  apply(faults, run.input.links, *run.schedule, run.wiring);
}

}  // namespace treering::sim::machine
