#include "report/simulation/shown_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/units.h"
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

using app::simulation::Recorded;
using sim::engine::LinkId;
using sim::timeline::Window;

std::vector<LinkId> busiest_links(const Recorded& run, const Window& window) {
  struct Share {
    LinkId link = 0;
    std::int64_t share =
        0;  // to ten digits: links that are equal but for rounding keep their order
  };
  std::vector<Share> all;
  const double us = window.to_us - window.from_us;
  for (LinkId link = 0; link < run.loads->links(); ++link) {
    const double capacity = run.loads->capacity(link);
    if (!run.loads->is_used(link) || std::isinf(capacity) || us <= 0) continue;
    if (!run.loads->is_known(link)) continue;
    const double bytes =
        run.loads->bytes(link, window.to_us) - run.loads->bytes(link, window.from_us);
    if (bytes > 0) all.push_back({link, std::llround(bytes / (capacity * us) * 1e10)});
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &Share::share);
  std::vector<LinkId> links;
  for (const Share& one : all) links.push_back(one.link);
  return links;
}

ShownLoads loads_of(const Recorded& run, LinkId link, const Window& window, std::uint64_t most) {
  if (auto exact = run.loads->loads(link, window, most)) return {*std::move(exact), false};
  return {run.loads->means(link, window, static_cast<std::size_t>(most)), true};
}

namespace {

using app::simulation::Recorded;
using sim::schedule::StreamId;
using sim::timeline::Timeline;

std::string us_text(double us) {
  return core::format_duration(core::Duration::from_us(us));
}

/// A stream that does something.
struct Candidate {
  int channel = 0;  // of its communicator
  int agent = 0;
  StreamId stream = 0;
};

std::vector<Candidate> candidates(const Recorded& run) {
  const Timeline& timeline = *run.timeline;
  std::vector<Candidate> all;
  for (StreamId id = 0; id < timeline.schedule().streams(); ++id) {
    if (timeline.track(id).entries.empty()) continue;
    const auto stream = timeline.schedule().stream(id);
    const int channel = run.channels.empty()
                            ? stream.channel
                            : run.channels[static_cast<std::size_t>(stream.channel)].channel;
    all.push_back({channel, stream.agent, id});
  }
  return all;
}

/// One of those of each agent and channel that stand for each other. \return how many go
std::size_t fold(const Timeline& timeline, std::vector<Candidate>& all) {
  std::set<std::tuple<int, int, StreamId>> seen;
  return std::erase_if(all, [&](const Candidate& one) {
    const int channel = timeline.schedule().stream(one.stream).channel;
    return !seen.emplace(one.agent, channel, timeline.representative(one.stream)).second;
  });
}

void take_streams(const Recorded& run, const Limits& limits, Selection& selection) {
  const std::size_t most = limits.tracks;
  std::vector<Candidate> all = candidates(run);
  const std::size_t folded = limits.folds ? fold(*run.timeline, all) : 0;
  const std::size_t there = all.size();
  if (folded > 0) {
    selection.left_out +=
        fmt::format("{} tracks go as another of the same rank and channel and are not shown. ",
                    core::grouped(folded));
  }
  if (there > most) {
    std::ranges::sort(all, {}, [](const Candidate& one) {
      return std::tuple(one.channel, one.agent, one.stream);
    });
    all.resize(most);
    selection.left_out +=
        fmt::format("Of {} tracks {} are shown: the first channels of the first ranks.",
                    core::grouped(there), most);
  }
  std::ranges::sort(all, {},
                    [](const Candidate& one) { return std::tuple(one.agent, one.stream); });
  for (const Candidate& one : all) selection.streams.push_back(one.stream);
}

std::uint64_t count(const Timeline& timeline, const Selection& selection, double until) {
  std::uint64_t steps = 0;
  for (const StreamId id : selection.streams) steps += timeline.count(id, {0, until});
  return steps;
}

/// Shortens the window until it has no more steps.
void take_window(const Timeline& timeline, std::uint64_t most, Selection& selection) {
  constexpr int kHalvings = 40;
  const double end = timeline.end_us();
  // A step that only receives may take no time, at the very end.
  const double after_end = std::nextafter(end, std::numeric_limits<double>::infinity());
  selection.window = {0, after_end};
  if (count(timeline, selection, after_end) <= most) return;
  double fits = 0;
  double does_not = end;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (fits + does_not) / 2;
    (count(timeline, selection, middle) <= most ? fits : does_not) = middle;
  }
  selection.window.to_us = fits;
  if (!selection.left_out.empty()) selection.left_out += ' ';
  selection.left_out += fmt::format("Of {} the first {} are shown, with {} steps.", us_text(end),
                                    us_text(fits), core::grouped(count(timeline, selection, fits)));
}

}  // namespace

Selection selection_of(const Recorded& run, const Limits& limits) {
  const Timeline& timeline = *run.timeline;
  Selection selection;
  if (!run.part.empty()) selection.left_out = fmt::format("Recorded: {}.", run.part);
  if (!selection.left_out.empty()) selection.left_out += ' ';
  take_streams(run, limits, selection);
  take_window(timeline, limits.steps, selection);
  if (selection.left_out.ends_with(' ')) selection.left_out.pop_back();
  return selection;
}

std::vector<std::string> track_names(const Recorded& run, const std::vector<StreamId>& streams) {
  std::vector<std::string> names;
  std::map<std::pair<int, int>, int> seen;  // by agent and channel
  for (const StreamId id : streams) {
    const auto stream = run.timeline->schedule().stream(id);
    const int number = ++seen[{stream.agent, stream.channel}];
    std::string name = fmt::format("channel {}", stream.channel);
    if (!run.channels.empty()) {
      const auto& own = run.channels[static_cast<std::size_t>(stream.channel)];
      name = fmt::format("{} channel {}", own.group, own.channel);
    }
    names.push_back(number == 1 ? name : fmt::format("{} ({})", name, number));
  }
  return names;
}

}  // namespace treering::report::simulation
