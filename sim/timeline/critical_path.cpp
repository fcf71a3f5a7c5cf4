#include "sim/timeline/critical_path.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/timeline/timeline.h"

namespace treering::sim::timeline {
namespace {

// Which step sent the message that a step receives: the messages of a connection are counted on
// both sides.

enum class Side { Sends, Receives };

class Messages {
 public:
  /// Refers to the timeline.
  explicit Messages(const Timeline& timeline) : timeline_(timeline) {}

  /// How many steps before this one use the port.
  std::uint64_t before(const schedule::Peer& port, Side side, schedule::StepIndex step);
  /// The step that uses the port for the message with this number, from 0; nothing: not recorded.
  std::optional<schedule::StepIndex> step_of(const schedule::Peer& port, Side side,
                                             std::uint64_t number);

 private:
  struct Use {
    int port = 0;
    schedule::StepIndex step = 0;  // of a round
    auto operator<=>(const Use&) const = default;
  };
  /// Steps, in a row of equal rounds.
  struct Piece {
    schedule::StepIndex first = 0;
    std::uint64_t rounds = 1;
    schedule::StepIndex steps = 0;  // of a round
    std::vector<Use> uses;          // in one round, sorted
  };
  /// A piece as one port sees it.
  struct PortPiece {
    const Piece* piece = nullptr;
    std::uint64_t before = 0;   // messages before it
    std::span<const Use> uses;  // in one round
  };
  using Key = std::tuple<schedule::StreamId, int, Side>;

  /// All ports of a stream in one pass: a root may have as many as it has steps.
  const std::vector<Piece>& pieces(schedule::StreamId stream, Side side);
  const std::vector<PortPiece>& pieces_of(const schedule::Peer& port, Side side);

  const Timeline& timeline_;
  std::map<std::pair<schedule::StreamId, Side>, std::vector<Piece>> pieces_;
  std::map<Key, std::vector<PortPiece>> by_port_;
};

using schedule::Peer;
using schedule::Ports;
using schedule::StepIndex;
using schedule::StreamId;

const std::vector<Messages::Piece>& Messages::pieces(StreamId stream, Side side) {
  const auto [known, is_new] = pieces_.try_emplace({stream, side});
  std::vector<Piece>& all = known->second;
  if (!is_new) return all;
  const Track<RecordedStep>& track = timeline_.track(stream);
  visit_pieces(track, [&](const Repeat& repeat, std::uint64_t from, std::uint64_t to) {
    if (repeat.count() == 0) return;
    Piece piece{track.entries[repeat.first].index + from * repeat.count(),
                to - from + 1,
                repeat.count(),
                {}};
    for (StepIndex i = 0; i < repeat.count(); ++i) {
      const StepIndex index = track.entries[repeat.first + i].index;
      const schedule::Step step = timeline_.schedule().step(stream, index);
      const Ports& ports = side == Side::Sends ? step.send : step.receive;
      for (int port = ports.first; port < ports.end(); ++port) piece.uses.push_back({port, i});
    }
    std::ranges::sort(piece.uses);
    all.push_back(std::move(piece));
  });
  return all;
}

const std::vector<Messages::PortPiece>& Messages::pieces_of(const Peer& port, Side side) {
  const StreamId stream = timeline_.representative(port.stream);
  const auto [known, is_new] = by_port_.try_emplace({stream, port.port, side});
  std::vector<PortPiece>& all = known->second;
  if (!is_new) return all;
  std::uint64_t count = 0;
  for (const Piece& piece : pieces(stream, side)) {
    const auto uses = std::ranges::equal_range(piece.uses, port.port, {}, &Use::port);
    all.push_back({&piece, count, {uses.begin(), uses.end()}});
    count += uses.size() * piece.rounds;
  }
  return all;
}

std::uint64_t Messages::before(const Peer& port, Side side, StepIndex step) {
  const auto& all = pieces_of(port, side);
  const auto next = std::ranges::upper_bound(
      all, step, {}, [](const PortPiece& part) { return part.piece->first; });
  if (next == all.begin()) return 0;
  const PortPiece& part = *(next - 1);
  const StepIndex later = step - part.piece->first;
  const StepIndex in_round = later % part.piece->steps;
  const auto used = std::ranges::lower_bound(part.uses, in_round, {}, &Use::step);
  return part.before + later / part.piece->steps * part.uses.size() +
         static_cast<std::uint64_t>(used - part.uses.begin());
}

std::optional<StepIndex> Messages::step_of(const Peer& port, Side side, std::uint64_t number) {
  for (const PortPiece& part : pieces_of(port, side)) {
    const std::uint64_t each = part.uses.size();
    if (number < part.before || number - part.before >= each * part.piece->rounds) continue;
    const std::uint64_t later = number - part.before;
    return part.piece->first + later / each * part.piece->steps + part.uses[later % each].step;
  }
  return {};
}

using engine::Cause;
using engine::ConnectionId;
using schedule::Peer;
using schedule::Step;
using schedule::StepIndex;
using schedule::Stream;
using schedule::StreamId;

/// A step on the path, as recorded of what stands for its stream.
struct Place {
  StreamId stream = 0;
  RecordedStep step;
};

class Walk {
 public:
  Walk(const Timeline& timeline, const engine::Wiring& wiring)
      : timeline_(timeline),
        schedule_(timeline.schedule()),
        wiring_(wiring),
        messages_(timeline),
        near_(1e-9 * timeline.end_us()) {}

  CriticalPath from(Place place, std::uint64_t most) {
    until_ = place.step.end_us;
    std::optional<Place> next = place;
    for (std::uint64_t steps = 0; next; ++steps) {
      if (steps == most) return {{}, fmt::format("it has more than {} steps", most)};
      next = before(*next);
    }
    std::ranges::reverse(parts_);
    return {std::move(parts_), {}};
  }

 private:
  bool is_at(double a, double b) const { return std::abs(a - b) <= near_; }

  /// Good until the next call. A path stays on a stream for many steps, and making one takes as
  /// long as it has peers: a root may have all ranks.
  const Stream& stream_of(StreamId id) {
    if (!kept_ || kept_->first != id) kept_.emplace(id, schedule_.stream(id));
    return kept_->second;
  }

  /// Adds what leads to the step's end; returns the step before it on the path.
  std::optional<Place> before(const Place& place) {
    const Stream& stream = stream_of(place.stream);
    const Step step = schedule_.step(place.stream, place.step.index);
    add_step(place.stream, step, place.step.begin_us);
    holds_up_.reset();
    if (place.step.index > 0) {
      const auto own = timeline_.recorded_step(place.stream, place.step.index - 1);
      if (own && is_at(own->end_us, place.step.begin_us)) return Place{place.stream, *own};
    }
    if (place.step.cause.kind == Cause::Kind::Start) return start(stream);
    if (auto made_room = room(place, stream, step)) return made_room;
    if (auto sender = message(place, stream, step)) return sender;
    return start(stream);
  }

  std::optional<Place> start(const Stream& stream) {
    add({Part::Waits, stream.agent, stream.channel, 0, until_, {}, {}});
    return {};
  }

  /// The part of the path until `until_` that the step takes.
  void add_step(StreamId id, const Step& step, double begin) {
    const Stream& stream = stream_of(id);
    PathPart part{Part::Keeps, stream.agent, stream.channel, begin, until_, {}, holds_up_};
    for (int port = step.send.first; port < step.send.end(); ++port) {
      const Peer& peer = stream.sends[static_cast<std::size_t>(port)];
      if (peer != schedule::kNoPeer) part.peers.push_back(schedule_.connection(id, port).to);
    }
    if (step.combines()) {
      part.part = Part::Combines;
    } else if (!part.peers.empty()) {
      part.part = Part::Sends;
    }
    add(std::move(part));
  }

  void add(PathPart part) {
    const double from = std::min(part.from_us, until_);
    part.to_us = until_;
    part.from_us = from;
    until_ = from;
    if (part.to_us <= from) return;
    if (!parts_.empty()) {
      PathPart& later = parts_.back();
      if (later.part == part.part && later.agent == part.agent && later.channel == part.channel &&
          later.peers == part.peers && later.holds_up == part.holds_up) {
        later.from_us = from;
        return;
      }
    }
    parts_.push_back(std::move(part));
  }

  /// The receiver's step whose end made room, where the step waited for that last.
  std::optional<Place> room(const Place& place, const Stream& stream, const Step& step) {
    for (int port = step.send.first; port < step.send.end(); ++port) {
      const Peer to = stream.sends[static_cast<std::size_t>(port)];
      if (to == schedule::kNoPeer) continue;
      const std::uint64_t number =
          messages_.before({place.stream, port}, Side::Sends, place.step.index);
      const auto room = static_cast<std::uint64_t>(
          engine::room_of(schedule_, place.stream, wiring_.wire(place.stream, port)));
      if (number < room) continue;
      const auto index = messages_.step_of(to, Side::Receives, number - room);
      const auto freed = index ? timeline_.recorded_step(to.stream, *index) : std::nullopt;
      if (!freed || !is_at(freed->end_us, place.step.begin_us)) continue;
      holds_up_ = stream.agent;
      return Place{to.stream, *freed};
    }
    return {};
  }

  /// The sender's step whose message came last, where that is known.
  std::optional<Place> message(const Place& place, const Stream& stream, const Step& step) {
    std::optional<Place> last;
    int sender = 0;
    for (int port = step.receive.first; port < step.receive.end(); ++port) {
      const Peer from = stream.receives[static_cast<std::size_t>(port)];
      if (from == schedule::kNoPeer) continue;
      const std::uint64_t number =
          messages_.before({place.stream, port}, Side::Receives, place.step.index);
      const auto index = messages_.step_of(from, Side::Sends, number);
      const auto sent = index ? timeline_.recorded_step(from.stream, *index) : std::nullopt;
      if (!sent) continue;
      const Cause& cause = place.step.cause;
      const bool is_cause = cause.kind == Cause::Kind::Message &&
                            cause.connection == timeline_.representative_of(
                                                    timeline_.connections().received(stream, port));
      if (is_cause || !last || sent->end_us > last->step.end_us) {
        last = Place{from.stream, *sent};
        sender = schedule_.connection(from.stream, from.port).from;
      }
      if (is_cause) break;
    }
    if (!last) return {};
    add({Part::Travels, stream.agent, stream.channel, last->step.end_us, 0, {sender}, {}});
    return last;
  }

  const Timeline& timeline_;
  const schedule::Schedule& schedule_;
  const engine::Wiring& wiring_;
  Messages messages_;
  double near_;                                      // times are equal
  std::optional<std::pair<StreamId, Stream>> kept_;  // of stream_of
  double until_ = 0;
  std::optional<int> holds_up_;
  std::vector<PathPart> parts_;  // the last first
};

std::string names_of(const std::vector<int>& agents, int ranks) {
  std::string names;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (i > 0) names += i + 1 == agents.size() ? " and " : ", ";
    names += agent_name(agents[i], ranks);
  }
  return names;
}

}  // namespace

CriticalPath critical_path(const Timeline& timeline, const engine::Wiring& wiring,
                           std::uint64_t most) {
  if (timeline.until_us())
    return {
        {},
        "the run has more steps than are recorded; a smaller job or size of the kind shows one"};
  std::optional<Place> last;
  for (StreamId id = 0; id < timeline.schedule().streams(); ++id) {
    if (timeline.representative(id) != id) continue;
    const auto step = timeline.last_step(id);
    if (step && (!last || step->end_us > last->step.end_us)) last = Place{id, *step};
  }
  if (!last) return {};
  return Walk(timeline, wiring).from(*last, most);
}

std::string agent_name(int agent, int ranks) {
  return agent < ranks ? fmt::format("rank {}", agent) : fmt::format("switch {}", agent - ranks);
}

std::string words_of(const PathPart& part, int ranks) {
  std::string words;
  const std::string peers = names_of(part.peers, ranks);
  switch (part.part) {
    case Part::Waits:
      return "has not started yet";
    case Part::Travels:
      return fmt::format("waits for the message of {}", peers);
    case Part::Sends:
      words = fmt::format("sends to {}", peers);
      break;
    case Part::Combines:
      words = peers.empty() ? "combines" : fmt::format("combines and sends to {}", peers);
      break;
    case Part::Keeps:
      words = "stores what it received";
      break;
  }
  if (part.holds_up) {
    words += fmt::format("; {} waits for room in its buffer", agent_name(*part.holds_up, ranks));
  }
  return words;
}

}  // namespace treering::sim::timeline
