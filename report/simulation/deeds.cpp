#include "report/simulation/deeds.h"

#include <fmt/format.h>

#include "sim/timeline/critical_path.h"

namespace treering::report::simulation {

using app::simulation::Recorded;
using drawing::Deed;

StepDeed deed_of(const Recorded& run, sim::schedule::StreamId id,
                 const sim::schedule::Stream& stream, sim::schedule::StepIndex index) {
  const sim::schedule::Schedule& schedule = run.timeline->schedule();
  const sim::schedule::Step step = schedule.step(id, index);
  StepDeed deed;
  deed.bytes = step.bytes;
  bool is_posted = false;
  for (int port = step.send.first; port < step.send.end(); ++port) {
    const auto& peer = stream.sends[static_cast<std::size_t>(port)];
    if (peer == sim::schedule::kNoPeer) continue;
    deed.to.push_back(schedule.stream(peer.stream).agent);
    is_posted =
        is_posted || run.loads->is_posted(run.timeline->connections().sent(stream, id, port));
  }
  for (int port = step.receive.first; port < step.receive.end(); ++port) {
    const auto& peer = stream.receives[static_cast<std::size_t>(port)];
    if (peer != sim::schedule::kNoPeer) deed.from.push_back(schedule.stream(peer.stream).agent);
  }
  if (deed.from.size() > 1 || (!deed.from.empty() && step.takes_own)) {
    deed.deed = Deed::Combines;
  } else if (is_posted) {
    deed.deed = Deed::Posts;
  } else {
    deed.deed = deed.to.empty() ? Deed::Copies : Deed::Sends;
  }
  return deed;
}

std::string names_of(const std::vector<int>& agents, int ranks) {
  std::string names;
  for (const int agent : agents) {
    if (!names.empty()) names += ", ";
    names += agent < ranks ? fmt::format("{}", agent) : sim::timeline::agent_name(agent, ranks);
  }
  return names;
}

std::string words_of(const StepDeed& deed, int ranks) {
  const std::string to = deed.to.empty() ? "" : "to " + names_of(deed.to, ranks);
  const auto with = [&](std::string_view verb) {
    return to.empty() ? std::string(verb) : fmt::format("{}, sends {}", verb, to);
  };
  switch (deed.deed) {
    case Deed::Combines:
      return with("combines " + names_of(deed.from, ranks));
    case Deed::Posts:
      return fmt::format("posts {}", to);
    case Deed::Sends:
      return fmt::format("{} {}", deed.from.empty() ? "sends" : "passes on", to);
    default:
      return "copies";
  }
}

}  // namespace treering::report::simulation
