#include "app/simulation/tracks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "app/simulation/busy_time.h"
#include "core/assert.h"
#include "sim/timeline/critical_path.h"

namespace treering::app::simulation {

using sim::engine::Cause;
using sim::schedule::StreamId;
using sim::timeline::RecordedStep;

namespace {

std::size_t at(std::int32_t id) {
  return static_cast<std::size_t>(id);
}

/// Of those that have one.
std::vector<int> peers_of(const sim::schedule::Schedule& schedule,
                          const std::vector<sim::schedule::Peer>& ports,
                          const sim::schedule::Ports& used) {
  std::vector<int> agents;
  for (int port = used.first; port < used.end(); ++port) {
    const auto& peer = ports[at(port)];
    if (peer != sim::schedule::kNoPeer) agents.push_back(schedule.stream(peer.stream).agent);
  }
  return agents;
}

}  // namespace

std::string wait_of(const sim::timeline::Timeline& timeline, const Cause& cause) {
  const auto name = [&](const sim::schedule::Peer& peer) {
    return sim::timeline::agent_name(timeline.schedule().stream(peer.stream).agent,
                                     timeline.schedule().contract().ranks);
  };
  switch (cause.kind) {
    case Cause::Kind::Message:
      return "for the message of " + name(timeline.connections().sender(cause.connection));
    case Cause::Kind::Room:
      return "for room at " + name(timeline.connections().receiver(cause.connection));
    case Cause::Kind::Start:
    case Cause::Kind::OwnStep:
      break;
  }
  return "";
}

Tracks::Tracks(Recorded run) : run_(std::move(run)), list_(run_.timeline->schedule()) {
  add_busy();
  if (run_.has_loads()) list_links();
}

/// Of each track that was recorded.
void Tracks::add_busy() {
  const auto& timeline = *run_.timeline;
  std::vector<std::pair<std::size_t, StreamId>> recorded;  // by number
  for (StreamId id = 0; id < timeline.schedule().streams(); ++id) {
    if (timeline.representative(id) != id) continue;
    if (const auto number = timeline.track_number(id)) recorded.emplace_back(*number, id);
  }
  std::ranges::sort(recorded);
  TREERING_ASSERT(recorded.empty() || recorded.back().first + 1 == recorded.size(),
                  "what was recorded stands for itself");
  busy_.reserve(recorded.size() + 1);
  for (const auto& [number, id] : recorded) {
    busy_.emplace_back(timeline.track(id), [&, own = id](std::uint64_t step) {
      return doing_in(timeline.schedule().step(own, step));
    });
  }
  busy_.emplace_back(BusyTime::Steps{}, [](std::uint64_t) { return Doing::Waits; });
}

void Tracks::list_links() {
  struct Share {
    int link = 0;
    std::int64_t share = 0;  // to ten digits: links equal but for rounding keep their order
  };
  std::vector<Share> all;
  std::vector<std::optional<double>> bytes(run_.loads->kinds());
  for (int link = 0; link < run_.loads->links(); ++link) {
    if (!run_.loads->is_used(link) || std::isinf(run_.loads->capacity(link))) continue;
    auto& carried = bytes[run_.loads->kind(link)];
    if (!carried) carried = link_bytes(link, {0, end_us()});
    const double share = end_us() > 0 ? *carried / (run_.loads->capacity(link) * end_us()) : 0;
    if (share > 0) all.push_back({link, std::llround(share * 1e10)});
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &Share::share);
  for (const Share& one : all) links_.push_back(one.link);
}

int Tracks::ranks() const {
  return run_.timeline->schedule().contract().ranks;
}

std::string Tracks::agent_name(int agent) const {
  return sim::timeline::agent_name(agent, ranks());
}

std::string Tracks::channel_name(int track) const {
  const TrackPlace there = place(track);
  std::string name = fmt::format("channel {}", there.channel);
  if (!run_.channels.empty()) {
    const GroupChannel& own = run_.channels[at(there.channel)];
    name = fmt::format("{} channel {}", own.group, own.channel);
  }
  return there.number == 0 ? name : fmt::format("{} ({})", name, there.number + 1);
}

int Tracks::times_of(int track) const {
  const auto number = run_.timeline->track_number(stream_of(track));
  return static_cast<int>(number.value_or(busy_.size() - 1));
}

std::uint64_t Tracks::steps(int track, const Window& window) const {
  return run_.timeline->count(stream_of(track), window);
}

std::vector<TrackBar> Tracks::bars(int track, const Window& window) const {
  const StreamId stream = stream_of(track);
  const auto& schedule = run_.timeline->schedule();
  // The steps just before and after the window show the waits at its edges.
  std::vector<RecordedStep> steps = run_.timeline->steps(stream, window);
  const auto add_neighbour = [&](std::uint64_t number, bool is_before) {
    if (const auto step = run_.timeline->step(stream, number)) {
      steps.insert(is_before ? steps.begin() : steps.end(), *step);
    }
  };
  if (steps.empty()) {
    // Steps follow each other by number: so many began before.
    const std::uint64_t next = run_.timeline->count(stream, {0, window.from_us});
    if (next > 0) add_neighbour(next - 1, false);
    if (next > 0) add_neighbour(next, false);
  } else {
    if (steps.front().index > 0) add_neighbour(steps.front().index - 1, true);
    add_neighbour(steps.back().index + 1, false);
  }
  std::vector<TrackBar> bars;
  const auto add = [&](const TrackBar& bar) {
    const bool is_seen = bar.to_us > window.from_us && bar.from_us < window.to_us;
    if (is_seen && bar.to_us > bar.from_us) bars.push_back(bar);
  };
  const RecordedStep* last = nullptr;
  for (const RecordedStep& step : steps) {
    const double begin = last == nullptr ? step.begin_us : std::max(step.begin_us, last->end_us);
    if (last != nullptr && last->index + 1 == step.index) {
      add({last->end_us, begin, Doing::Waits, step.index});
    }
    add({begin, step.end_us, doing_in(schedule.step(stream, step.index)), step.index});
    last = &step;
  }
  return bars;
}

StepFacts Tracks::facts(int track, std::uint64_t number) const {
  const StreamId id = stream_of(track);
  const auto& schedule = run_.timeline->schedule();
  const auto stream = schedule.stream(id);
  const auto step = schedule.step(id, number);
  StepFacts facts{step.bytes, peers_of(schedule, stream.receives, step.receive),
                  peers_of(schedule, stream.sends, step.send), ""};
  const auto recorded = run_.timeline->step(id, number);
  if (recorded) facts.waits = wait_of(*run_.timeline, recorded->cause);
  return facts;
}

Data Tracks::data(int track, std::uint64_t number) const {
  return run_.timeline->schedule().data(stream_of(track), number);
}

std::vector<Tracks::Window> Tracks::carrying(int track, const Window& window,
                                             const Data& wanted) const {
  std::vector<Window> all;
  for (const RecordedStep& step : run_.timeline->steps(stream_of(track), window)) {
    if (have_common(data(track, step.index), wanted)) all.push_back({step.begin_us, step.end_us});
  }
  return all;
}

Doing Tracks::doing(int track, double us) const {
  const StreamId stream = stream_of(track);
  const Window moment{us, std::nextafter(us, std::numeric_limits<double>::infinity())};
  std::optional<RecordedStep> last;
  visit(run_.timeline->track(stream), moment, [&](const RecordedStep& step) { last = step; });
  if (!last || last->end_us <= us) return Doing::Waits;
  return doing_in(run_.timeline->schedule().step(stream, last->index));
}

Deeds Tracks::busy(int track, double until_us) const {
  return busy_[at(times_of(track))].until(run_.timeline->track(stream_of(track)), until_us);
}

std::string Tracks::link_name(int link) const {
  return (*run_.link_names)[link];
}

std::vector<LinkShare> Tracks::loads(int link, const Window& window, std::size_t parts) const {
  const double capacity = run_.loads->capacity(link);
  // Of a load many changes of messages' rates are added up: that takes longer than its mean.
  constexpr std::size_t kPartsOfALoad = 2;
  auto loads = run_.loads->loads(link, window, parts / kPartsOfALoad);
  if (!loads) loads = run_.loads->means(link, window, parts);
  std::vector<LinkShare> shares;
  for (const auto& load : *loads)
    shares.push_back({load.from_us, load.to_us, load.rate / capacity});
  return shares;
}

double Tracks::link_bytes(int link, const Window& window) const {
  return run_.loads->bytes(link, window.to_us) - run_.loads->bytes(link, window.from_us);
}

double Tracks::mean_load(int link, const Window& window) const {
  const double us = window.to_us - window.from_us;
  return us > 0 ? link_bytes(link, window) / (run_.loads->capacity(link) * us) : 0;
}

std::optional<int> Tracks::track_of(const PathPart& part) const {
  const auto is_it = [&](int track) {
    const int channel = place(track).channel;
    if (run_.channels.empty()) return channel == part.channel;
    const GroupChannel& own = run_.channels[at(channel)];
    return own.group == part.group && own.channel == part.channel;
  };
  const int first_agent = part.rank.value_or(ranks());
  const int end_agent = part.rank ? *part.rank + 1 : agents();
  for (int agent = first_agent; agent < end_agent; ++agent) {
    if (agent_name(agent) != part.who) continue;
    for (int track = first_of(agent); track < first_of(agent + 1); ++track) {
      if (is_it(track)) return track;
    }
  }
  return {};
}

}  // namespace treering::app::simulation
