// Observers of a run: the interface, two at once, and those that see nothing but can end it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <utility>

#include "sim/engine/copy_numbers.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

// Somebody who looks on while a schedule runs: for timelines, traces and critical paths.

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

// Two who look on at the same run.

class TwoObservers final : public Observer {
 public:
  /// Refers to both.
  TwoObservers(Observer& one, Observer& other) : one_(one), other_(other) {}

  void stands_for(const Representatives& representatives) override {
    one_.stands_for(representatives);
    other_.stands_for(representatives);
  }
  void step_begins(schedule::StreamId stream, schedule::StepIndex step, double at,
                   const Cause& cause) override {
    one_.step_begins(stream, step, at, cause);
    other_.step_begins(stream, step, at, cause);
  }
  void step_ends(schedule::StreamId stream, schedule::StepIndex step, double at) override {
    one_.step_ends(stream, step, at);
    other_.step_ends(stream, step, at);
  }
  void rate_changes(ConnectionId connection, double at, double rate) override {
    one_.rate_changes(connection, at, rate);
    other_.rate_changes(connection, at, rate);
  }
  bool looks_on() const override { return one_.looks_on() || other_.looks_on(); }
  bool hears_rates() const override { return one_.hears_rates() || other_.hears_rates(); }
  /// One that does not look on has enough as soon as the other has.
  bool has_enough() const override {
    return (one_.has_enough() || other_.has_enough()) && needs_no_more(one_) &&
           needs_no_more(other_);
  }
  bool gives_up() const override { return one_.gives_up() || other_.gives_up(); }
  void repeats(double from, double until, std::uint64_t times) override {
    one_.repeats(from, until, times);
    other_.repeats(from, until, times);
  }

 private:
  static bool needs_no_more(const Observer& one) { return one.has_enough() || !one.looks_on(); }

  Observer& one_;
  Observer& other_;
};

// Runs that nobody waits for any more.

/// Asks an observer now and then whether it gives up: once in so many instants, which take
/// microseconds each, so that asking costs nothing.
class GivingUp {
 public:
  static constexpr std::uint32_t kInstants = 256;  // a power of two

  /// \param observer null: nobody does
  explicit GivingUp(const Observer* observer) : observer_(observer) {}

  /// To be called after each instant.
  bool operator()() {
    return observer_ != nullptr && ++instants_ % kInstants == 0 && observer_->gives_up();
  }

 private:
  const Observer* observer_;
  std::uint32_t instants_ = 0;
};

/// Sees nothing of a run.
class Blind : public Observer {
 public:
  void step_begins(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/, double /*at*/,
                   const Cause& /*cause*/) override {}
  void step_ends(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/,
                 double /*at*/) override {}
  void rate_changes(ConnectionId /*connection*/, double /*at*/, double /*rate*/) override {}
  bool hears_rates() const override { return false; }
  bool looks_on() const override { return false; }
};

/// Gives up when it is told to, and sees nothing.
class Stoppable final : public Blind {
 public:
  explicit Stoppable(std::stop_token stop) : stop_(std::move(stop)) {}

  bool gives_up() const override { return stop_.stop_requested(); }

 private:
  std::stop_token stop_;
};

/// One of several runs for an observer, who sees how far all are and nothing else.
class PartOfWork final : public Blind {
 public:
  /// \param observer null: nobody; outlives this
  PartOfWork(Observer* observer, std::size_t number, std::size_t of)
      : observer_(observer), number_(static_cast<double>(number)), of_(static_cast<double>(of)) {}

  bool gives_up() const override { return observer_ != nullptr && observer_->gives_up(); }
  void is_done(double share) override {
    if (observer_ != nullptr) observer_->is_done((number_ + share) / of_);
  }

 private:
  Observer* observer_;
  double number_;
  double of_;
};

}  // namespace treering::sim::engine
