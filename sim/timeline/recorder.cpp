#include "sim/timeline/recorder.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/assert.h"
#include "sim/timeline/track.h"

namespace treering::sim::timeline {

namespace {

using schedule::Schedule;
using schedule::StreamId;

std::vector<bool> first_streams(const Schedule& schedule, std::size_t most) {
  std::vector<std::tuple<int, int, StreamId>> all;  // by channel and agent
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    const auto stream = schedule.stream(id);
    if (stream.steps > 0) all.emplace_back(stream.channel, stream.agent, id);
  }
  std::ranges::sort(all);
  std::vector<bool> is_first(static_cast<std::size_t>(schedule.streams()));
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    is_first[static_cast<std::size_t>(std::get<2>(all[i]))] = true;
  }
  return is_first;
}

/// Gives each connection to `take` in the order of its number: who sends, who receives, its route.
template <class Take>
void visit_connections(const Schedule& schedule, const engine::Wiring& wiring, const Take& take) {
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    const auto sends = schedule.stream(id).sends;
    for (std::size_t port = 0; port < sends.size(); ++port) {
      if (sends[port] == schedule::kNoPeer) continue;
      const engine::Wire wire = wiring.wire(id, static_cast<int>(port));
      take(std::pair(id, sends[port].stream), wire.route);
    }
  }
}

}  // namespace

Excerpt excerpt_of(const Schedule& schedule, const engine::Wiring& wiring, std::size_t most) {
  Excerpt excerpt;
  excerpt.streams = first_streams(schedule, most);
  std::vector<bool> is_used(wiring.capacities.size());
  const auto has = [&](StreamId id) { return excerpt.streams[static_cast<std::size_t>(id)]; };
  visit_connections(schedule, wiring, [&](const auto& ends, const auto& route) {
    if (!has(ends.first) && !has(ends.second)) return;
    for (const engine::Crossing& one : route) is_used[static_cast<std::size_t>(one.link)] = true;
  });
  visit_connections(schedule, wiring, [&](const auto& ends, const auto& route) {
    const bool crosses = std::ranges::any_of(route, [&](const engine::Crossing& one) {
      return is_used[static_cast<std::size_t>(one.link)];
    });
    excerpt.connections.push_back(crosses || has(ends.first) || has(ends.second));
  });
  return excerpt;
}

using engine::Cause;
using engine::ConnectionId;
using schedule::StepIndex;
using schedule::StreamId;

Recorder::Recorder(Excerpt excerpt, const ExcerptLimits& limits)
    : most_(limits.kept), most_seen_(limits.seen) {
  recording_.excerpt = std::move(excerpt);
}

Recorder Recorder::of_steps(std::size_t most) {
  Recorder recorder(most);
  recorder.has_rates_ = false;
  return recorder;
}

Recorder Recorder::with_path(std::size_t most) {
  Recorder recorder(most);
  recorder.most_on_path_ = most;
  return recorder;
}

Recording Recorder::steps() const {
  return {log_.tracks(), {}, recording_.representatives, {}, path_until_us_};
}

Recording Recorder::take() {
  recording_.streams = std::move(log_).tracks(until_);
  log_ = {};
  for (Track<RateChange>& track : recording_.connections.tracks()) track.entries.shrink_to_fit();
  return std::move(recording_);
}

void Recorder::stands_for(const engine::Representatives& representatives) {
  recording_.representatives = representatives;
}

bool Recorder::is_full(double at) {
  if (!recording_.until_us && (kept_ >= most_ || seen_ >= most_seen_)) {
    recording_.until_us = at;
    until_ = log_.size();
  }
  return recording_.until_us.has_value();
}

bool Recorder::is_path_full(double at) {
  if (!path_until_us_ && kept_steps_ >= most_on_path_) path_until_us_ = at;
  return path_until_us_.has_value();
}

bool Recorder::keeps_steps(double at) {
  const bool is_full = this->is_full(at);
  return !is_path_full(at) || !is_full;
}

void Recorder::step_begins(StreamId id, StepIndex step, double at, const Cause& cause) {
  if (!keeps_steps(at) || !has(id)) return log_.pass(id, step);
  log_.begin(id, step, at, cause);
}

void Recorder::step_ends(StreamId id, StepIndex step, double at) {
  ++seen_;
  if (!keeps_steps(at) || !has(id)) return log_.pass(id, step);
  log_.end(id, step, at);
  ++kept_;
  ++kept_steps_;
}

void Recorder::rate_changes(ConnectionId connection, double at, double rate) {
  if (!has_rates_ || is_full(at)) return;
  const auto id = static_cast<std::size_t>(connection);
  if (recording_.excerpt && !recording_.excerpt->connections[id]) return;
  recording_.connections.track(connection).entries.push_back({at, rate});
  ++kept_;
}

/// A change at `from` itself may be taken along: it leads to the rate that there is at `until`.
void Recorder::repeats(double from, double until, std::uint64_t times) {
  if (!keeps_steps(until)) return;
  constexpr double kSameTime = 1e-9;
  const double us = until - from;
  log_.repeat(times, us);
  if (is_full(until)) return;
  for (Track<RateChange>& track : recording_.connections.tracks()) {
    const std::size_t seen = track.repeats.empty() ? 0 : track.repeats.back().end;
    const auto first = std::partition_point(
        track.entries.begin() + static_cast<std::ptrdiff_t>(seen), track.entries.end(),
        [&](const RateChange& one) { return one.at_us < from - kSameTime * us; });
    const auto number = static_cast<std::size_t>(first - track.entries.begin());
    if (number == track.entries.size()) continue;
    track.repeats.push_back({number, track.entries.size(), times, us});
  }
}

}  // namespace treering::sim::timeline
