#include "sim/timeline/recorder.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"

namespace treering::sim::timeline {

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

Recording Recorder::take() {
  return std::move(recording_);
}

void Recorder::stands_for(const engine::Representatives& representatives) {
  recording_.representatives = representatives;
}

Recorder::Stream& Recorder::stream(StreamId id) {
  const auto at = static_cast<std::size_t>(id);
  if (at >= streams_.size()) {
    streams_.resize(at + 1);
    recording_.streams.resize(at + 1);
  }
  return streams_[at];
}

bool Recorder::is_full(double at) {
  if (!recording_.until_us && (kept_ >= most_ || seen_ >= most_seen_)) recording_.until_us = at;
  return recording_.until_us.has_value();
}

/// The number of the first step after repetitions says how many steps were repeated. A stream that
/// takes part in a repetition is seen between it and the next one, so the steps are those of the
/// first that it has not settled.
void Recorder::settle(StreamId id, StepIndex step) {
  if (skips_.empty()) return;
  Stream& one = stream(id);
  if (one.skips == skips_.size()) return;
  const Skip& skip = skips_[one.skips];
  one.skips = skips_.size();
  if (step == one.next) return;
  const std::uint64_t count = (step - one.next) / skip.times;
  auto& track = recording_.streams[static_cast<std::size_t>(id)];
  const std::size_t end = track.entries.size();
  TREERING_ASSERT(count * skip.times == step - one.next && count <= end,
                  "repetitions are of whole steps");
  track.repeats.push_back({end - static_cast<std::size_t>(count), end, skip.times, skip.us});
  one.next = step;
  if (one.is_on) one.begin_us += static_cast<double>(skip.times) * skip.us;
}

void Recorder::step_begins(StreamId id, StepIndex step, double at, const Cause& cause) {
  settle(id, step);
  if (is_full(at) || !has(id)) return;
  Stream& one = stream(id);
  one = {step, at, cause, true, one.skips};
}

void Recorder::step_ends(StreamId id, StepIndex step, double at) {
  settle(id, step);
  ++seen_;
  if (is_full(at) || !has(id)) return;
  Stream& one = stream(id);
  recording_.streams[static_cast<std::size_t>(id)].entries.push_back(
      {step, one.begin_us, at, one.cause});
  ++kept_;
  one.next = step + 1;
  one.is_on = false;
}

void Recorder::rate_changes(ConnectionId connection, double at, double rate) {
  if (!has_rates_ || is_full(at)) return;
  const auto id = static_cast<std::size_t>(connection);
  if (recording_.excerpt && !recording_.excerpt->connections[id]) return;
  if (id >= recording_.connections.size()) recording_.connections.resize(id + 1);
  recording_.connections[id].entries.push_back({at, rate});
  ++kept_;
}

/// A change at `from` itself may be taken along: it leads to the rate that there is at `until`.
void Recorder::repeats(double from, double until, std::uint64_t times) {
  if (is_full(until)) return;
  constexpr double kSameTime = 1e-9;
  const double us = until - from;
  skips_.push_back({times, us});
  for (Track<RateChange>& track : recording_.connections) {
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
