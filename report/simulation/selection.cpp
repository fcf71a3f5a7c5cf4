#include "report/simulation/selection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/unit_text.h"

namespace treering::report::simulation {
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
