#include "sim/engine/periods.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace treering::sim::engine {
namespace {

using schedule::StepIndex;
using schedule::StreamId;

constexpr StepIndex kFirstMark = 32;

}  // namespace

Periods::Periods(const schedule::Schedule& schedule, Simulation& simulation)
    : schedule_(schedule), simulation_(simulation) {
  const auto& streams = simulation.state().streams;
  const auto most = std::ranges::max_element(streams, {}, &Running::steps);
  watched_ = static_cast<std::size_t>(most - streams.begin());
}

void Periods::look() {
  const auto& streams = simulation_.state().streams;
  if (streams.empty() || streams[watched_].next == seen_) return;
  seen_ = streams[watched_].next;
  ++marks_;
  if (marks_ >= kFirstMark && std::has_single_bit(marks_)) {
    remembered_ = snapshot_of(simulation_);
    // Later states for longer, so that long periods are found and little time is spent.
    compared_until_ = marks_ + std::max(kFirstMark, marks_ / 4);
  } else if (marks_ <= compared_until_) {
    compare();
  }
}

void Periods::compare() {
  if (!has_counts(simulation_, remembered_) || !is_again()) return;
  Skip skip = since_remembered();
  skip.times = times(skip);
  if (skip.times > 0) simulation_.skip(skip);
  seen_ = simulation_.state().streams[watched_].next;
  // What comes next is another state, and no repetition of what is skipped; where nothing could be
  // skipped it is tried again later.
  if (skip.times > 0) marks_ = compared_until_ = 0;
}

bool Periods::is_again() const {
  const Snapshot now = snapshot_of(simulation_);
  for (std::size_t id = 0; id < now.next.size(); ++id) {
    const auto stream = static_cast<StreamId>(id);
    if (!are_alike(now, stream, remembered_, stream)) return false;
  }
  return true;
}

Skip Periods::since_remembered() const {
  Skip skip;
  skip.us = simulation_.now() - remembered_.at;
  const Connected& state = simulation_.state();
  for (std::size_t id = 0; id < state.streams.size(); ++id) {
    skip.steps.push_back(state.streams[id].next - remembered_.next[id]);
  }
  for (std::size_t id = 0; id < state.connections.size(); ++id) {
    const Traffic& now = state.connections[id].traffic;
    const Traffic& before = remembered_.traffic[id];
    skip.traffic.push_back({now.messages - before.messages, now.bytes - before.bytes});
  }
  return skip;
}

/// How often all streams' steps are repeated. The step that a stream is in has begun as well.
std::uint64_t Periods::times(const Skip& skip) const {
  std::uint64_t times = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t id = 0; id < skip.steps.size(); ++id) {
    const StepIndex period = skip.steps[id];
    if (period == 0) continue;
    const StepIndex equal =
        schedule_.repeats(static_cast<StreamId>(id), remembered_.next[id], period);
    times = std::min(times, equal == 0 ? 0 : (equal - 1) / period);
  }
  return times == std::numeric_limits<std::uint64_t>::max() ? 0 : times;
}

}  // namespace treering::sim::engine
