// Which step sent the message that a step receives: the messages of a connection are counted on
// both sides.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/timeline/timeline.h"

namespace treering::sim::timeline {

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

}  // namespace treering::sim::timeline
