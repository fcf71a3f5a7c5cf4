// What happens in a simulation, in the order of time.
#pragma once

#include <cstdint>

namespace treering::sim::engine {

struct Event {
  enum class Kind : std::uint8_t {
    FlowEnds,         // connection: its flow's head has left, or the whole
    FlowsEnd,         // link: likewise of the first flows that it holds back
    HeadArrives,      // connection: of a message that is passed on before all of it is here
    MessageIsHere,    // connection: the whole of it
    HeadIsCopied,     // connection: to a proxy's buffer
    MessageIsCopied,  // connection: likewise
    StepIsKept,       // stream: what it received is in memory
    Begins,           // stream: it may
  };
  double at = 0;  // us
  Kind kind = Kind::FlowEnds;
  std::int32_t id = 0;        // a connection, a link, a stream
  std::uint32_t version = 0;  // of the ends of flows: events of older ones are void
};

}  // namespace treering::sim::engine
