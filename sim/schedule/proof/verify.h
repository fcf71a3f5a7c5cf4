// The proof that a schedule is right, and the fault of one that is not, also as an error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

// What is wrong with a schedule.

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

// Whether a schedule does what its collective promises: runs it on sets of contributions instead
// of values.
//
// Wrong is what leaves a rank without a value, combines one twice, takes data where others were
// sent, leaves a message behind, or never ends. At a barrier the same arrival may count twice. A
// rank has one memory for input and result, as in place, so that a result that is written before
// the input was read loses it. Streams of a rank run side by side: two that use the same data, of
// which one writes, without an order between them, are a race (races.h).
//
// One run stands for all. A step that can be done stays so until its stream does it, because only
// that stream takes its messages and fills its connections: every run does the same steps, or ends
// in the same deadlock (G. Kahn, "The semantics of a simple language for parallel programming",
// 1974). Connections keep the order of messages, and without races all uses of a byte of which one
// writes have an order too: every step finds the same in every run.

/// The first fault that is found; nothing for a right schedule.
std::optional<Fault> fault_of(const Schedule& schedule);

// What is wrong with a schedule that was read, as an error with its place in the file.

/// \param text the content of `file`, whose streams are those of the schedule in the same order
core::Error error_of(const Fault& fault, const std::string& file, std::string_view text);

}  // namespace treering::sim::schedule
