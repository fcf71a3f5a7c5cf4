#include "app/simulation/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
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
  if (step.combines()) return Doing::Combines;
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
  channels_.resize(streams);
  lanes_of_.resize(streams);
  class_of_.resize(streams);
  std::unordered_map<StreamId, std::size_t> classes;
  std::vector<StreamId> receivers;  // by lane
  receivers.reserve(stage_.lanes.size());
  for (std::size_t i = 0; i < streams; ++i) {
    const auto id = static_cast<StreamId>(i);
    const sim::schedule::Stream stream = schedule.stream(id);
    agents_[i] = stream.agent;
    channels_[i] = stream.channel;
    const StreamId representative = timeline.representative(id);
    const auto [place, is_new] = classes.emplace(representative, representatives_.size());
    if (is_new) representatives_.push_back(representative);
    class_of_[i] = place->second;
    stage_.channels = std::max(stage_.channels, stream.channel + 1);
    lanes_of_[i].reserve(stream.sends.size());
    for (std::size_t port = 0; port < stream.sends.size(); ++port) {
      const auto lane = timeline.connections().sent(stream, id, static_cast<int>(port));
      lanes_of_[i].push_back(lane);
      if (lane < 0) continue;
      receivers.push_back(stream.sends[port].stream);
      const double latency = run_.latency_us(lane);
      stage_.lanes[index(lane)] = {stream.agent, 0, stream.channel, latency};
      longest_latency_us_ = std::max(longest_latency_us_, latency);
    }
  }
  for (std::size_t i = 0; i < receivers.size(); ++i) {
    stage_.lanes[i].to = agents_[index(receivers[i])];
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

void Moments::add_flights(std::size_t stream, const Sent& sent, double us,
                          std::vector<Flight>& flights) const {
  const std::vector<std::int32_t>& lanes = lanes_of_[stream];
  const int end = std::min(sent.first_port + sent.ports, static_cast<int>(lanes.size()));
  for (int port = sent.first_port; port < end; ++port) {
    const std::int32_t lane = lanes[index(port)];
    if (lane < 0) continue;
    const double arrives = sent.step.end_us + stage_.lanes[index(lane)].latency_us;
    if (arrives <= us) continue;
    const double whole = arrives - sent.step.begin_us;
    flights.push_back(
        {lane, whole > 0 ? (us - sent.step.begin_us) / whole : 0.0, sent.bytes, sent.step.index});
  }
}

std::vector<Flight> Moments::flights(double us, const Wanted& wanted) const {
  std::vector<std::optional<std::vector<Sent>>> of(representatives_.size());
  std::vector<std::size_t> streams;  // that send now
  for (std::size_t i = 0; i < class_of_.size(); ++i) {
    if (!wanted.channels.empty() && !wanted.channels[index(channels_[i])]) continue;
    auto& messages = of[class_of_[i]];
    if (!messages) messages = sent(representatives_[class_of_[i]], us);
    if (!messages->empty()) streams.push_back(i);
  }
  const std::size_t most = std::max<std::size_t>(wanted.most, 1);
  const std::size_t stride = std::max<std::size_t>((streams.size() + most - 1) / most, 1);
  std::vector<Flight> flights;
  for (std::size_t i = 0; i < streams.size(); i += stride) {
    for (const Sent& one : *of[class_of_[streams[i]]]) add_flights(streams[i], one, us, flights);
  }
  std::ranges::sort(flights, {}, &Flight::lane);
  return flights;
}

Data Moments::data_of(const Flight& flight) const {
  const auto sender = run_.timeline->connections().sender(flight.lane);
  return run_.timeline->schedule().data(sender.stream, flight.step);
}

std::vector<Doing> Moments::doing(double us) const {
  std::vector<Doing> of;
  of.reserve(representatives_.size());
  const auto& timeline = *run_.timeline;
  for (const StreamId id : representatives_) {
    const auto step = step_at(timeline.track(id), us);
    of.push_back(step ? doing_in(timeline.schedule().step(id, step->index)) : Doing::Waits);
  }
  std::vector<Doing> all(index(stage_.agents), Doing::Waits);
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    const Doing one = of[class_of_[i]];
    Doing& now = all[index(agents_[i])];
    const bool is_more = one == Doing::Combines || now == Doing::Waits || now == Doing::Keeps;
    if (one != Doing::Waits && is_more && now != Doing::Combines) now = one;
  }
  return all;
}

/// By port of the stream.
std::vector<double> Moments::first_sent_by(StreamId representative) const {
  constexpr std::size_t kMostLooked = 4096;
  const auto& schedule = run_.timeline->schedule();
  const auto& entries = run_.timeline->track(representative).entries;
  std::vector<double> first(lanes_of_[index(representative)].size(),
                            std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < std::min(entries.size(), kMostLooked); ++i) {
    const auto send = schedule.step(representative, entries[i].index).send;
    for (int port = send.first; port < std::min(send.end(), static_cast<int>(first.size()));
         ++port) {
      first[index(port)] = std::min(first[index(port)], entries[i].begin_us);
    }
  }
  return first;
}

std::vector<double> Moments::first_sent() const {
  std::vector<double> all(stage_.lanes.size(), std::numeric_limits<double>::infinity());
  std::vector<std::vector<double>> of;
  of.reserve(representatives_.size());
  for (const StreamId id : representatives_) of.push_back(first_sent_by(id));
  for (std::size_t i = 0; i < class_of_.size(); ++i) {
    const std::vector<double>& first = of[class_of_[i]];
    for (std::size_t port = 0; port < std::min(first.size(), lanes_of_[i].size()); ++port) {
      const std::int32_t lane = lanes_of_[i][port];
      if (lane >= 0) all[index(lane)] = first[port];
    }
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
      add_times(run_.timeline->track(representatives_[class_of_[i]]), false, most, times);
    }
  }
  sort_once(times);
  return times;
}

}  // namespace treering::app::simulation
