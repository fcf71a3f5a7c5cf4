// Which step sent the message that a step receives: the messages of a connection are counted on
// both sides.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
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
  /// Steps, in a row of equal rounds.
  struct Piece {
    schedule::StepIndex first = 0;
    std::uint64_t rounds = 1;
    std::uint64_t before = 0;         // messages before it
    std::vector<std::uint64_t> uses;  // by step of a round: messages before it in it; and all

    schedule::StepIndex steps() const { return uses.size() - 1; }  // of a round
  };
  using Key = std::tuple<schedule::StreamId, int, Side>;

  const std::vector<Piece>& pieces(const schedule::Peer& port, Side side);

  const Timeline& timeline_;
  std::map<Key, std::vector<Piece>> known_;
};

}  // namespace treering::sim::timeline
