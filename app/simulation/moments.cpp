#include "app/simulation/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

/// Adds begins and ends; at most so many.
void add_times(const sim::timeline::Track<RecordedStep>& track, std::size_t most,
               std::vector<double>& times) {
  visit_pieces(track,
               [&](const sim::timeline::Repeat& repeat, std::uint64_t from, std::uint64_t to) {
                 for (std::uint64_t round = from; round <= to && times.size() < most; ++round) {
                   for (std::size_t i = repeat.first; i < repeat.end; ++i) {
                     const RecordedStep step = in_round(track.entries[i], repeat, round);
                     times.push_back(step.begin_us);
                     times.push_back(step.end_us);
                   }
                 }
               });
}

/// Combining counts most, then sending.
void add_doing(Doing one, Doing& now) {
  const bool is_more = one == Doing::Combines || now == Doing::Waits || now == Doing::Keeps;
  if (one != Doing::Waits && is_more && now != Doing::Combines) now = one;
}

}  // namespace

Moments::Moments(Recorded run, int most_lanes) : run_(std::move(run)) {
  const auto& schedule = run_.timeline->schedule();
  stage_.ranks = schedule.contract().ranks;
  stage_.agents = schedule.agents();
  find_copies(most_lanes);
  reserve();
  add_streams();
  find_receivers();
}

void Moments::add_streams() {
  const auto& schedule = run_.timeline->schedule();
  std::unordered_map<StreamId, ClassId> classes;
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    if (is_copy(id)) continue;
    const sim::schedule::Stream stream = schedule.stream(id);
    const StreamId representative = run_.timeline->representative(id);
    const auto next = static_cast<ClassId>(classes_.size());
    const auto [place, is_new] = classes.emplace(representative, next);
    if (is_new) classes_.push_back(class_of(representative));
    class_of_.push_back(place->second);
    stage_.lanes.add_sender(stream.agent, stream.channel);
    stage_.channels = std::max(stage_.channels, stream.channel + 1);
    add_lanes(stream, id);
  }
}

/// Lanes lead to streams until all agents are known.
void Moments::find_receivers() {
  const bool are_all = stage_.like.empty();
  std::vector<std::int32_t> before{0};  // by part: streams that are shown
  for (int part = 0; !are_all && part < copies_.parts(); ++part) {
    before.push_back(before.back() + (is_copy(part * copies_.length) ? 0 : copies_.length));
  }
  for (std::size_t lane = 0; lane < stage_.lanes.size(); ++lane) {
    const StreamId to = stage_.lanes[lane].to;
    const StreamId place = are_all ? to : before[index(copies_.part_of(to))] + to % copies_.length;
    stage_.lanes.lead(lane, stage_.lanes.agent(index(place)));
  }
}

/// Vectors that grow would take twice the room.
void Moments::reserve() {
  const auto& connections = run_.timeline->connections();
  const int streams = run_.timeline->schedule().streams();
  const int length = stage_.like.empty() ? streams : copies_.length;
  std::size_t shown = 0;
  std::size_t ways = 0;
  for (StreamId first = 0; first < streams; first += length) {
    if (is_copy(first)) continue;
    shown += index(length);
    ways += index(connections.count(first, first + length));
  }
  class_of_.reserve(shown);
  ports_.reserve(shown);
  stage_.lanes.reserve(shown, ways);
  if (!stage_.like.empty()) connections_.reserve(ways);
}

/// The next of all ports. Until one has no lane, they have them in sequence.
void Moments::add_port(std::int32_t port, std::int32_t lane) {
  if (lane == port && lane_of_.empty()) return;
  for (auto before = static_cast<std::int32_t>(lane_of_.size()); before < port; ++before) {
    lane_of_.push_back(before);
  }
  lane_of_.push_back(lane);
}

/// Of its sender's ports, counted from the first.
std::int32_t Moments::port_of(std::size_t lane) const {
  const std::int32_t first = first_port(stage_.lanes.sender_of(lane));
  std::int32_t port = first;
  while (std::cmp_not_equal(lane_at(port), lane)) ++port;
  return port - first;
}

void Moments::find_copies(int most_lanes) {
  const auto* const copies = run_.loads ? run_.loads->copies() : nullptr;
  if (copies == nullptr || run_.timeline->connections().count() <= most_lanes) return;
  copies_ = run_.timeline->schedule().copies();
  stage_.channels = std::ranges::max(copies_.channels) + 1;
  stage_.like.assign(index(stage_.channels), -1);
  for (int part = 0; part < copies_.parts(); ++part) {
    const int channel = copies_.channels[index(part)];
    const int other = copies_.channels[index(copies->part_for(part))];
    int& like = stage_.like[index(channel)];
    like = like < 0 || like == other ? other : channel;
  }
}

bool Moments::is_copy(StreamId id) const {
  if (stage_.like.empty()) return false;
  const int channel = copies_.channels[index(copies_.part_of(id))];
  return stage_.like[index(channel)] != channel;
}

void Moments::add_lanes(const sim::schedule::Stream& stream, StreamId id) {
  const auto first = static_cast<std::int32_t>(ports_.sum());
  ports_.push_back(static_cast<std::uint32_t>(stream.sends.size()));
  for (std::size_t port = 0; port < stream.sends.size(); ++port) {
    const auto number = static_cast<std::int32_t>(port);
    const auto connection = run_.timeline->connections().sent(stream, id, number);
    const auto lane = connection < 0 ? -1 : static_cast<std::int32_t>(stage_.lanes.size());
    add_port(first + number, lane);
    if (lane < 0) continue;
    if (!stage_.like.empty()) connections_.push_back(connection);
    stage_.lanes.add(stream.sends[port].stream);
    longest_latency_us_ = std::max(longest_latency_us_, latency_us(lane));
  }
}

double Moments::latency_us(std::int32_t lane) const {
  return run_.loads ? run_.loads->latency_us(connection_of(lane)) : 0;
}

Moments::Class Moments::class_of(StreamId representative) {
  const auto& entries = run_.timeline->track(representative).entries;
  const auto last = run_.timeline->last_step(representative);
  const auto first_sent = static_cast<std::uint32_t>(first_sent_.size());
  add_first_sent(representative);
  return {representative, first_sent, entries.empty() ? 0 : entries.front().begin_us,
          last ? last->end_us : 0};
}

Doing Moments::add_class(const Class& one, double us, std::vector<Sent>& sent) const {
  const Window window{us - longest_latency_us_, just_after(us)};
  if (one.begin_us >= window.to_us || one.end_us < window.from_us) return Doing::Waits;
  const auto& schedule = run_.timeline->schedule();
  Doing doing = Doing::Waits;
  visit(run_.timeline->track(one.representative), window, [&](const RecordedStep& step) {
    const sim::schedule::Step what = schedule.step(one.representative, step.index);
    doing = step.end_us > us ? doing_in(what) : Doing::Waits;
    if (what.send.count > 0) sent.push_back({step, what.send.first, what.send.count, what.bytes});
  });
  return doing;
}

Moments::Now Moments::at(double us) const {
  Now now;
  now.us_ = us;
  now.doing_.reserve(classes_.size());
  now.first_sent_.reserve(classes_.size() + 1);
  for (const Class& one : classes_) {
    now.first_sent_.push_back(now.sent_.size());
    now.doing_.push_back(add_class(one, us, now.sent_));
  }
  now.first_sent_.push_back(now.sent_.size());
  return now;
}

void Moments::add_flights(std::size_t sender, const Sent& sent, double us,
                          std::vector<Flight>& flights) const {
  const std::int32_t own = first_port(sender);
  const std::int32_t first = own + sent.first_port;
  const auto ports = static_cast<std::int32_t>(ports_.count(sender));
  const std::int32_t end = std::min(first + sent.ports, own + ports);
  for (std::int32_t port = first; port < end; ++port) {
    const std::int32_t lane = lane_at(port);
    if (lane < 0) continue;
    const double arrives = sent.step.end_us + latency_us(lane);
    if (arrives <= us) continue;
    const double whole = arrives - sent.step.begin_us;
    flights.push_back(
        {lane, whole > 0 ? (us - sent.step.begin_us) / whole : 0.0, sent.bytes, sent.step.index});
  }
}

std::vector<Flight> Moments::flights(const Now& now, const Wanted& wanted) const {
  std::vector<std::uint32_t> senders;  // now
  for (std::size_t i = 0; i < class_of_.size(); ++i) {
    const int channel = stage_.lanes.channel(i);
    if (!wanted.channels.empty() && !wanted.channels[index(channel)]) continue;
    if (!now.sent_by(class_of_[i]).empty()) {
      senders.push_back(static_cast<std::uint32_t>(i));
    }
  }
  const std::size_t most = std::max<std::size_t>(wanted.most, 1);
  const std::size_t stride = std::max<std::size_t>((senders.size() + most - 1) / most, 1);
  std::vector<Flight> flights;
  for (std::size_t i = 0; i < senders.size(); i += stride) {
    for (const Sent& one : now.sent_by(class_of_[senders[i]])) {
      add_flights(senders[i], one, now.us(), flights);
    }
  }
  std::ranges::sort(flights, {}, &Flight::lane);
  return flights;
}

std::vector<Flight> Moments::flights(double us, const Wanted& wanted) const {
  return flights(at(us), wanted);
}

Data Moments::data_of(const Flight& flight) const {
  const auto sender = run_.timeline->connections().sender(connection_of(flight.lane));
  return run_.timeline->schedule().data(sender.stream, flight.step);
}

std::vector<Doing> Moments::doing(double us) const {
  return doing(us, {std::vector(index(stage_.channels), 0)});
}

std::vector<Doing> Moments::doing(const Now& now, const Groups& groups) const {
  const std::size_t agents = index(stage_.agents);
  std::vector<Doing> all(index(groups.count) * agents, Doing::Waits);
  for (std::size_t i = 0; i < class_of_.size(); ++i) {
    const int group = groups.of_channel[index(stage_.lanes.channel(i))];
    if (group < 0) continue;
    add_doing(now.doing_[index(class_of_[i])],
              all[index(group) * agents + index(stage_.lanes.agent(i))]);
  }
  return all;
}

std::vector<Doing> Moments::doing(double us, const Groups& groups) const {
  return doing(at(us), groups);
}

/// By port of the stream.
void Moments::add_first_sent(StreamId representative) {
  constexpr std::size_t kMostLooked = 4096;
  const auto& schedule = run_.timeline->schedule();
  const auto& entries = run_.timeline->track(representative).entries;
  const std::size_t before = first_sent_.size();
  const std::size_t ports = schedule.stream(representative).sends.size();
  first_sent_.resize(before + ports, std::numeric_limits<double>::infinity());
  const auto first = std::span(first_sent_).subspan(before);
  for (std::size_t i = 0; i < std::min(entries.size(), kMostLooked); ++i) {
    const auto send = schedule.step(representative, entries[i].index).send;
    for (int port = send.first; port < std::min(send.end(), static_cast<int>(ports)); ++port) {
      first[index(port)] = std::min(first[index(port)], entries[i].begin_us);
    }
  }
}

double Moments::first_sent(std::size_t lane) const {
  const Class& sender = classes_[index(class_of_[stage_.lanes.sender_of(lane)])];
  return first_sent_[sender.first_sent + index(port_of(lane))];
}

std::vector<double> Moments::events(std::size_t most) const {
  std::vector<double> times{0};
  for (const Class& one : classes_) {
    add_times(run_.timeline->track(one.representative), most, times);
  }
  sort_once(times);
  return times;
}

}  // namespace treering::app::simulation
