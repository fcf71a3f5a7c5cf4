// Somebody who looks on while a schedule runs: for timelines, traces and critical paths.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "sim/engine/copy_numbers.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// What a step waited for last.
struct Cause {
  enum class Kind : std::uint8_t {
    Start,    // nothing
    OwnStep,  // the step before it
    Message,  // one at the end of a connection
    Room,     // in a connection's buffer
  };
  Kind kind = Kind::Start;
  ConnectionId connection = -1;  // of Message and Room
  bool operator==(const Cause&) const = default;
};

struct Partition;

/// Whose times each stream and each connection has.
class Representatives {
 public:
  /// All have times of their own.
  Representatives() = default;
  /// Each has those of the first of its class.
  explicit Representatives(std::shared_ptr<const Partition> partition)
      : partition_(std::move(partition)) {}

  /// The same of a whole, where these are of what is left of it without copies.
  Representatives with_copies(std::shared_ptr<const CopyNumbers> copies) const;

  bool are_all() const { return partition_ == nullptr && copies_ == nullptr; }
  schedule::StreamId of_stream(schedule::StreamId id) const;
  ConnectionId of_connection(ConnectionId id) const;

 private:
  /// Without copies.
  schedule::StreamId stream_left(schedule::StreamId id) const;
  ConnectionId connection_left(ConnectionId id) const;

  std::shared_ptr<const Partition> partition_;  // null: all have their own
  std::shared_ptr<const CopyNumbers> copies_;   // null: there are none
};

/// Calls come in the order of time, us.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Before all other calls, which are about representatives alone. Not called where all are
  /// simulated; of several calls the last one counts.
  virtual void stands_for(const Representatives& /*representatives*/) {}
  virtual void step_begins(schedule::StreamId stream, schedule::StepIndex step, double at,
                           const Cause& cause) = 0;
  virtual void step_ends(schedule::StreamId stream, schedule::StepIndex step, double at) = 0;
  /// A message has another rate from now on, in bytes of data/us; 0: it has left.
  virtual void rate_changes(ConnectionId connection, double at, double rate) = 0;
  /// False: no more calls are needed; some may come.
  virtual bool looks_on() const { return true; }
  /// False: rate_changes() need not be called. Always the same.
  virtual bool hears_rates() const { return true; }
  /// True: the run may end here; its outcome says nothing then.
  virtual bool has_enough() const { return false; }
  /// True: nobody waits for the run any more. It ends soon; its outcome says nothing then.
  virtual bool gives_up() const { return false; }
  /// What happened from `from` to `until` happens `times` times more, one after another, and is not
  /// reported again: the next call is so much later.
  virtual void repeats(double /*from*/, double /*until*/, std::uint64_t /*times*/) {}
  /// Of a run whose steps are not reported: the share of it that is done.
  virtual void is_done(double /*share*/) {}

 protected:
  Observer() = default;
  Observer(const Observer&) = default;
  Observer(Observer&&) = default;
  Observer& operator=(const Observer&) = default;
  Observer& operator=(Observer&&) = default;
};

}  // namespace treering::sim::engine
