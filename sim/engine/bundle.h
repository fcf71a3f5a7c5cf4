// A schedule with one of the parts that are copies of each other (sim/schedule/schedule.h) and have
// equal wires, which loads links as much as all of them. They share every link alike, so that all
// have its times. Found at once, without a look at the copies: where GPUs of a rack serve many
// channels and heads, nearly all streams are copies.
#pragma once

#include <memory>
#include <optional>

#include "sim/engine/copy_numbers.h"
#include "sim/engine/observer.h"
#include "sim/engine/simulate.h"
#include "sim/engine/wiring.h"

namespace treering::sim::engine {

struct Bundle {
  std::shared_ptr<const CopyNumbers> numbers;
  std::unique_ptr<schedule::Schedule> schedule;
  Wiring wiring;
};

/// Nothing where no part is a copy. Refers to both.
std::optional<Bundle> bundle(const schedule::Schedule& schedule, const Wiring& wiring);

/// The whole's outcome from the bundle's. \param keeps_each ends and traffic, of all copies
Outcome unbundled(const Bundle& bundle, Outcome outcome, bool keeps_each);

/// Passes on what it sees of a bundle, with the numbers of the whole.
class Unbundling final : public Observer {
 public:
  Unbundling(const Bundle& bundle, Observer& observer)
      : numbers_(bundle.numbers), observer_(observer) {}

  void stands_for(const Representatives& representatives) override;
  void step_begins(schedule::StreamId stream, schedule::StepIndex step, double at,
                   const Cause& cause) override;
  void step_ends(schedule::StreamId stream, schedule::StepIndex step, double at) override;
  void rate_changes(ConnectionId connection, double at, double rate) override;
  bool looks_on() const override { return observer_.looks_on(); }
  bool hears_rates() const override { return observer_.hears_rates(); }
  bool has_enough() const override { return observer_.has_enough(); }
  bool gives_up() const override { return observer_.gives_up(); }
  void repeats(double from, double until, std::uint64_t times) override {
    observer_.repeats(from, until, times);
  }

 private:
  std::shared_ptr<const CopyNumbers> numbers_;
  Observer& observer_;
};

}  // namespace treering::sim::engine
