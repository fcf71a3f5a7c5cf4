#include "app/simulation/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace treering::app::simulation {
namespace {

using sim::timeline::RecordedStep;
using sim::timeline::Window;

std::size_t index(std::int32_t id) {
  return static_cast<std::size_t>(id);
}

double just_after(double us) {
  return std::nextafter(us, std::numeric_limits<double>::infinity());
}

void sort_once(std::vector<double>& times) {
  std::ranges::sort(times);
  const auto rest = std::ranges::unique(times);
  times.erase(rest.begin(), rest.end());
}

/// Adds begins, and ends where they are wanted; at most so many.
void add_times(const sim::timeline::Track<RecordedStep>& track, bool has_ends, std::size_t most,
               std::vector<double>& times) {
  visit_pieces(track,
               [&](const sim::timeline::Repeat& repeat, std::uint64_t from, std::uint64_t to) {
                 for (std::uint64_t round = from; round <= to && times.size() < most; ++round) {
                   for (std::size_t i = repeat.first; i < repeat.end; ++i) {
                     const RecordedStep step = in_round(track.entries[i], repeat, round);
                     times.push_back(step.begin_us);
                     if (has_ends) times.push_back(step.end_us);
                   }
                 }
               });
}

}  // namespace

Doing doing_in(const sim::schedule::Step& step) {
  if (step.receive.count > 1 || (step.receive.count == 1 && step.takes_own)) return Doing::Combines;
  if (step.send.count > 0) return Doing::Sends;
  return step.keeps ? Doing::Keeps : Doing::Waits;
}

Moments::Moments(Recorded run) : run_(std::move(run)) {
  const auto& timeline = *run_.timeline;
  const auto& schedule = timeline.schedule();
  const auto streams = index(schedule.streams());
  stage_ = {schedule.contract().ranks, schedule.agents(), 0, {}};
  stage_.lanes.resize(index(timeline.connections().count()));
  agents_.resize(streams);
  lanes_of_.resize(streams);
  represented_by_.resize(streams);
  for (std::size_t i = 0; i < streams; ++i) {
    const auto id = static_cast<StreamId>(i);
    const sim::schedule::Stream stream = schedule.stream(id);
    agents_[i] = stream.agent;
    represented_by_[i] = timeline.representative(id);
    if (represented_by_[i] == id) representatives_.push_back(id);
    stage_.channels = std::max(stage_.channels, stream.channel + 1);
    lanes_of_[i].reserve(stream.sends.size());
    for (std::size_t port = 0; port < stream.sends.size(); ++port) {
      const auto lane = timeline.connections().sent(stream, id, static_cast<int>(port));
      lanes_of_[i].push_back(lane);
      if (lane < 0) continue;
      const double latency = run_.latencies_us.empty() ? 0 : run_.latencies_us[index(lane)];
      stage_.lanes[index(lane)] = {stream.agent, 0, stream.channel, latency};
      longest_latency_us_ = std::max(longest_latency_us_, latency);
    }
  }
  for (std::size_t i = 0; i < stage_.lanes.size(); ++i) {
    const auto receiver = timeline.connections().receiver(static_cast<std::int32_t>(i));
    if (receiver.stream >= 0) stage_.lanes[i].to = agents_[index(receiver.stream)];
  }
}

std::vector<Moments::Sent> Moments::sent(StreamId representative, double us) const {
  std::vector<Sent> all;
  const auto& schedule = run_.timeline->schedule();
  const Window window{us - longest_latency_us_, just_after(us)};
  visit(run_.timeline->track(representative), window, [&](const RecordedStep& step) {
    const sim::schedule::Step what = schedule.step(representative, step.index);
    if (what.send.count == 0) return;
    all.push_back({step, what.send.first, what.send.count, what.bytes});
  });
  return all;
}

std::vector<Flight> Moments::flights(double us, std::size_t most) const {
  std::map<StreamId, std::vector<Sent>> of;
  for (const StreamId id : representatives_) of.emplace(id, sent(id, us));
  std::size_t count = 0;
  for (const StreamId id : represented_by_) count += of[id].size();
  const std::size_t stride = most == 0 ? 1 : (count + most - 1) / most;
  std::vector<Flight> flights;
  for (std::size_t i = 0; i < represented_by_.size(); i += std::max<std::size_t>(stride, 1)) {
    for (const Sent& one : of[represented_by_[i]]) {
      const int end = std::min(one.first_port + one.ports, static_cast<int>(lanes_of_[i].size()));
      for (int port = one.first_port; port < end; ++port) {
        const std::int32_t lane = lanes_of_[i][index(port)];
        if (lane < 0) continue;
        const double arrives = one.step.end_us + stage_.lanes[index(lane)].latency_us;
        if (arrives <= us) continue;
        const double whole = arrives - one.step.begin_us;
        flights.push_back({lane, whole > 0 ? (us - one.step.begin_us) / whole : 0.0, one.bytes});
      }
    }
  }
  std::ranges::sort(flights, {}, &Flight::lane);
  return flights;
}

std::vector<Doing> Moments::doing(double us) const {
  std::map<StreamId, Doing> of;
  const auto& timeline = *run_.timeline;
  for (const StreamId id : representatives_) {
    const auto step = timeline.step_at(id, us);
    of[id] = step ? doing_in(timeline.schedule().step(id, step->index)) : Doing::Waits;
  }
  std::vector<Doing> all(index(stage_.agents), Doing::Waits);
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    const Doing one = of[represented_by_[i]];
    Doing& now = all[index(agents_[i])];
    const bool is_more = one == Doing::Combines || now == Doing::Waits || now == Doing::Keeps;
    if (one != Doing::Waits && is_more && now != Doing::Combines) now = one;
  }
  return all;
}

std::vector<double> Moments::events(std::size_t most) const {
  std::vector<double> times{0};
  for (const StreamId id : representatives_) add_times(run_.timeline->track(id), true, most, times);
  sort_once(times);
  return times;
}

std::vector<double> Moments::steps_of(int agent, std::size_t most) const {
  std::vector<double> times{0};
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i] == agent) {
      add_times(run_.timeline->track(represented_by_[i]), false, most, times);
    }
  }
  sort_once(times);
  return times;
}

}  // namespace treering::app::simulation
