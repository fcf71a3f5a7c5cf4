#include "sim/timeline/timeline.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace treering::sim::timeline {

using engine::ConnectionId;
using schedule::index_of;
using schedule::kNoPeer;
using schedule::Peer;
using schedule::Stream;
using schedule::StreamId;

Connections::Connections(const schedule::Schedule& schedule)
    : schedule_(&schedule), copies_(parts_of(schedule)), part_first_{0} {
  for (int part = 0; part < copies_.parts(); ++part) {
    const int like = copies_.like[index_of(part)];
    if (like == part) counts_.push_back(counted(part));
    counts_of_.push_back(like == part ? counts_.size() - 1 : counts_of_[index_of(like)]);
    part_first_.push_back(part_first_.back() + static_cast<ConnectionId>(counts_in(part).sum()));
  }
}

core::NarrowSums Connections::counted(int part) const {
  core::NarrowSums counts;
  counts.reserve(index_of(copies_.length));
  for (StreamId i = 0; i < copies_.length; ++i) {
    const std::vector<Peer> sends = schedule_->stream(part * copies_.length + i).sends;
    const auto none = std::ranges::count(sends, kNoPeer);
    counts.push_back(static_cast<std::uint32_t>(std::ssize(sends) - none));
  }
  return counts;
}

ConnectionId Connections::first(StreamId sender) const {
  if (sender == schedule_->streams()) return count();
  const int part = copies_.part_of(sender);
  const std::uint32_t before = counts_in(part).before(index_of(sender % copies_.length));
  return part_first_[index_of(part)] + static_cast<ConnectionId>(before);
}

int Connections::count(StreamId from, StreamId end) const {
  return first(end) - first(from);
}

ConnectionId Connections::sent(const Stream& stream, StreamId id, int port) const {
  const auto at = stream.sends.begin() + port;
  if (*at == kNoPeer) return -1;
  const auto none = std::count(stream.sends.begin(), at, kNoPeer);
  return first(id) + port - static_cast<ConnectionId>(none);
}

ConnectionId Connections::received(const Stream& stream, int port) const {
  const Peer& peer = stream.receives[static_cast<std::size_t>(port)];
  return peer == kNoPeer ? -1 : sent(schedule_->stream(peer.stream), peer.stream, peer.port);
}

Peer Connections::sender(ConnectionId connection) const {
  const auto part =
      static_cast<int>(std::ranges::upper_bound(part_first_, connection) - part_first_.begin() - 1);
  ConnectionId left = connection - part_first_[index_of(part)];
  const core::NarrowSums& counts = counts_in(part);
  const std::size_t in_part = counts.place_of(static_cast<std::uint32_t>(left));
  left -= static_cast<ConnectionId>(counts.before(in_part));
  const StreamId id = part * copies_.length + static_cast<StreamId>(in_part);
  const std::vector<Peer> sends = schedule_->stream(id).sends;
  int port = 0;
  while (sends[static_cast<std::size_t>(port)] == kNoPeer || left-- > 0) ++port;
  return {id, port};
}

Peer Connections::receiver(ConnectionId connection) const {
  const Peer from = sender(connection);
  return schedule_->stream(from.stream).sends[static_cast<std::size_t>(from.port)];
}

using engine::Cause;
using engine::ConnectionId;
using schedule::StepIndex;
using schedule::StreamId;

namespace {

std::size_t index(std::int32_t id) {
  return static_cast<std::size_t>(id);
}

}  // namespace

Timeline::Timeline(std::shared_ptr<const schedule::Schedule> schedule, Recording recording)
    : schedule_(std::move(schedule)), recording_(std::move(recording)), connections_(*schedule_) {
  for (const Track<RecordedStep>& track : recording_.streams.tracks()) {
    if (track.entries.empty()) continue;
    double end = track.entries.back().end_us;
    if (!track.repeats.empty() && track.repeats.back().end == track.entries.size()) {
      const Repeat& last = track.repeats.back();
      end += static_cast<double>(last.times) * last.us;
    }
    end_us_ = std::max(end_us_, end);
  }
}

bool Timeline::has_steps(StreamId stream) const {
  return !recording_.excerpt || recording_.excerpt->streams[index(stream)];
}

bool Timeline::has_rates(ConnectionId connection) const {
  return !recording_.excerpt || recording_.excerpt->connections[index(connection)];
}

StreamId Timeline::representative(StreamId stream) const {
  return recording_.representatives.of_stream(stream);
}

ConnectionId Timeline::representative_of(ConnectionId connection) const {
  return recording_.representatives.of_connection(connection);
}

const Track<RecordedStep>& Timeline::track(StreamId stream) const {
  static const Track<RecordedStep> kNone;
  const auto* const found = recording_.streams.find(representative(stream));
  return found == nullptr ? kNone : *found;
}

std::optional<std::size_t> Timeline::track_number(StreamId stream) const {
  return recording_.streams.find_place(representative(stream));
}

const Track<RateChange>& Timeline::rates(ConnectionId connection) const {
  static const Track<RateChange> kNone;
  const auto* const found = recording_.connections.find(representative_of(connection));
  return found == nullptr ? kNone : *found;
}

std::optional<std::size_t> Timeline::rates_number(ConnectionId connection) const {
  return recording_.connections.find_place(representative_of(connection));
}

/// A step of what stands for the stream: its cause is at the first port of the stream whose
/// connection has the times of that one. (That one may lead to another stream of the class.)
RecordedStep Timeline::of(StreamId stream, const schedule::Stream& described,
                          RecordedStep step) const {
  ConnectionId& connection = step.cause.connection;
  if (connection < 0 || recording_.representatives.are_all()) return step;
  const bool is_sent = step.cause.kind == Cause::Kind::Room;
  const int ports = static_cast<int>(is_sent ? described.sends.size() : described.receives.size());
  for (int port = 0; port < ports; ++port) {
    const ConnectionId own = is_sent ? connections_.sent(described, stream, port)
                                     : connections_.received(described, port);
    if (own < 0 || representative_of(own) != connection) continue;
    connection = own;
    break;
  }
  return step;
}

std::vector<RecordedStep> Timeline::steps(StreamId stream, const Window& window) const {
  std::vector<RecordedStep> all;
  const schedule::Stream described = schedule_->stream(stream);
  visit(track(stream), window,
        [&](const RecordedStep& step) { all.push_back(of(stream, described, step)); });
  return all;
}

std::uint64_t Timeline::count(StreamId stream, const Window& window) const {
  return count_in(track(stream), window);
}

std::optional<RecordedStep> Timeline::step_at(StreamId stream, double us) const {
  const auto found = timeline::step_at(track(stream), us);
  if (!found) return {};
  return of(stream, schedule_->stream(stream), *found);
}

std::optional<RecordedStep> Timeline::step(StreamId stream, StepIndex number) const {
  const auto found = recorded_step(stream, number);
  if (!found) return {};
  return of(stream, schedule_->stream(stream), *found);
}

std::optional<RecordedStep> Timeline::recorded_step(StreamId stream, StepIndex number) const {
  const Track<RecordedStep>& all = track(stream);
  std::optional<RecordedStep> found;
  visit_pieces(all, [&](const Repeat& repeat, std::uint64_t from, std::uint64_t to) {
    if (found || repeat.count() == 0) return;
    const StepIndex first = all.entries[repeat.first].index + from * repeat.count();
    if (number < first || number - first >= (to - from + 1) * repeat.count()) return;
    const StepIndex later = number - first;
    found = in_round(all.entries[repeat.first + later % repeat.count()], repeat,
                     from + later / repeat.count());
  });
  return found;
}

std::optional<RecordedStep> Timeline::last_step(StreamId stream) const {
  const Track<RecordedStep>& all = track(stream);
  if (all.entries.empty()) return {};
  StepIndex number = all.entries.back().index;
  if (!all.repeats.empty() && all.repeats.back().end == all.entries.size()) {
    number += all.repeats.back().times * all.repeats.back().count();
  }
  return recorded_step(stream, number);
}

}  // namespace treering::sim::timeline
