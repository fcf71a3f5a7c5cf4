// Two who look on at the same run.
#pragma once

#include <cstdint>

#include "sim/engine/observer.h"

namespace treering::sim::engine {

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

}  // namespace treering::sim::engine
