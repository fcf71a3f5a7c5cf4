// Runs that nobody waits for any more.
#pragma once

#include <cstdint>
#include <stop_token>
#include <utility>

#include "sim/engine/observer.h"

namespace treering::sim::engine {

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

/// Gives up when it is told to, and sees nothing.
class Stoppable final : public Observer {
 public:
  explicit Stoppable(std::stop_token stop) : stop_(std::move(stop)) {}

  void step_begins(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/, double /*at*/,
                   const Cause& /*cause*/) override {}
  void step_ends(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/,
                 double /*at*/) override {}
  void rate_changes(ConnectionId /*connection*/, double /*at*/, double /*rate*/) override {}
  bool hears_rates() const override { return false; }
  bool looks_on() const override { return false; }
  bool gives_up() const override { return stop_.stop_requested(); }

 private:
  std::stop_token stop_;
};

}  // namespace treering::sim::engine
