// What happens in a simulation, in the order of time.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

namespace treering::sim::engine {

/// Of events at the same time, the one with the lowest kind and id is first.
struct Event {
  enum class Kind : std::uint8_t {
    FlowEnds,         // flow: its head has left, or the whole
    HeadArrives,      // connection: of a message that is passed on before all of it is here
    MessageIsHere,    // connection: the whole of it
    HeadIsCopied,     // connection: to a proxy's buffer
    MessageIsCopied,  // connection: likewise
    StepIsKept,       // stream: what it received is in memory
    Begins,           // stream: it may
  };
  double at = 0;  // us
  Kind kind = Kind::FlowEnds;
  std::int32_t id = 0;        // a flow, a connection, a stream
  std::uint32_t version = 0;  // of a flow's rate: events of older ones are void

  friend bool operator>(const Event& a, const Event& b) {
    if (a.at != b.at) return a.at > b.at;
    if (a.kind != b.kind) return a.kind > b.kind;
    return a.id > b.id;
  }
};

using EventQueue = std::priority_queue<Event, std::vector<Event>, std::greater<>>;

}  // namespace treering::sim::engine
