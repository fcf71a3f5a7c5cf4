// What is wrong with a schedule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

/// Where a schedule is wrong.
struct FaultPlace {
  StreamId stream = 0;
  std::optional<StepIndex> step;  // nothing: all of the stream
  bool operator==(const FaultPlace&) const = default;
};

struct Fault {
  enum class Kind {
    BadPort,   // a connection's two ends do not name each other, or a step has none
    BadData,   // a step takes, combines or keeps data that are not there
    Twice,     // a value is combined with itself
    Race,      // two streams use the same data, one writes, and nothing orders the two
    Deadlock,  // streams wait for each other
    Leftover,  // a message is never received
    Unkept     // a rank ends without what the collective promises
  };
  Kind kind = Kind::Unkept;
  std::string text;  // a sentence without full stop
  std::vector<StreamId> waits =
      {};  // of a deadlock: each waits for the next, the last for the first
  std::optional<FaultPlace> place = {};  // nothing: in no stream alone
  bool lacks_slots = false;              // of a deadlock: one of `waits` waits to send
};

}  // namespace treering::sim::schedule
